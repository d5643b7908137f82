import { useState } from 'react';
import { CancelImportDocument } from '../generated/operations.ts';
import { IMPORT_FIELDS } from '../generated/rules.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { SelectField } from '../kit/field.tsx';
import { Notice } from '../kit/notice.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { fileOf, useSendFile } from './send-file.ts';
import styles from './columns-card.module.css';
import { type Import, labelOfField } from './words.ts';

type FileColumn = Import['columns'][number] & { index: number };

/** Shows the field of each column. While this tab has the file, another one can be chosen. */
export function ColumnsCard({ file }: { file: Import }) {
  const sent = fileOf(file.id);
  if (sent && file.status === 'PREVIEWED') return <Assigning file={file} sent={sent} />;
  const about =
    file.status === 'PREVIEWED' ? 'To assign columns differently, choose the file again' : undefined;
  return (
    <Card title="Columns" {...(about && { about })} isFlush>
      <ColumnsTable of={file} cell={({ field }) => (field === null ? 'Ignored' : labelOfField(field))} />
    </Card>
  );
}

function Assigning({ file, sent }: { file: Import; sent: NonNullable<ReturnType<typeof fileOf>> }) {
  const [fields, setFields] = useState(() => file.columns.map(({ field }) => field ?? ''));
  const { sendAgain, isRunning, failure } = useSendFile();
  const discard = useAction(CancelImportDocument);
  const changed = file.columns.flatMap(({ column, field }, index): [string, string][] =>
    fields[index] === (field ?? '') ? [] : [[column, fields[index]!]],
  );
  // A field has one column.
  const choose = (index: number, field: string) =>
    setFields((fields) => fields.map((each, at) => (at === index ? field : each === field ? '' : each)));
  const send = () =>
    sendAgain({ ...sent, map: { ...sent.map, ...Object.fromEntries(changed) } }, () =>
      discard.run({ id: file.id }),
    );
  return (
    <Card title="Columns" about="Which field each column of your file has" isFlush>
      <ColumnsTable
        of={file}
        cell={({ column, index }) => (
          <SelectField
            name={`column ${index}`}
            label={`Field of ${column || `column ${index + 1}`}`}
            isLabelHidden
            disabled={!isAssignable(file.columns, index)}
            value={fields[index]}
            onChange={(event) => choose(index, event.target.value)}
          >
            <option value="">Ignored</option>
            {IMPORT_FIELDS[file.kind].map((field) => (
              <option key={field} value={field}>
                {labelOfField(field)}
              </option>
            ))}
          </SelectField>
        )}
      />
      {changed.length > 0 && (
        <div className={styles.actions}>
          {failure && <Notice tone="bad">{failure.message}</Notice>}
          <Button kind="primary" isBusy={isRunning} onClick={send}>
            Update preview
          </Button>
        </div>
      )}
    </Card>
  );
}

function ColumnsTable({ of, cell }: { of: Import; cell: Column<FileColumn>['cell'] }) {
  return (
    <Table
      caption="Columns"
      columns={[
        { name: 'Column', cell: ({ column, index }) => column || `Column ${index + 1}, without a name` },
        { name: 'Field', cell },
      ]}
      rows={of.columns.map((column, index) => ({ ...column, index }))}
      keyOf={({ index }) => String(index)}
    />
  );
}

/** Columns are assigned by their names; of several with one name that is the first. */
function isAssignable(columns: Import['columns'], index: number): boolean {
  const { column } = columns[index]!;
  const isSplit = column.includes(',') && column.includes('=');
  return column !== '' && !isSplit && columns.findIndex((each) => each.column === column) === index;
}
