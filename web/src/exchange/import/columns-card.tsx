import { useState } from 'react';
import { CancelImportDocument } from '../../generated/operations.ts';
import { IMPORT_FIELDS } from '../../generated/rules.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { SelectField } from '../../base/kit/form/field.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { fileOf, useSendFile } from './send-file.ts';
import styles from './columns-card.module.css';
import { type Import, labelOfField } from './words.ts';

const REMEMBERED = 'Remembered from an earlier file';

type FileColumn = Import['columns'][number] & { index: number };

/** Shows the field of each column. While this tab has the file, another one can be chosen. */
export function ColumnsCard({ file }: { file: Import }) {
  const sent = fileOf(file.id);
  if (sent && file.status === 'PREVIEWED') return <Assigning file={file} sent={sent} />;
  const about =
    file.status === 'PREVIEWED' ? 'To assign columns differently, choose the file again' : undefined;
  return (
    <Card title="Columns" {...(about && { about })} isFlush>
      <ColumnsTable
        of={file}
        cell={({ field, remembered }) =>
          `${field === null ? 'Ignored' : labelOfField(field)}${remembered ? ' (remembered)' : ''}`
        }
      />
    </Card>
  );
}

function Assigning({ file, sent }: { file: Import; sent: NonNullable<ReturnType<typeof fileOf>> }) {
  const [fields, setFields] = useState(() => file.columns.map(({ field }) => field ?? ''));
  const { sendAgain, isRunning, failure } = useSendFile();
  const discard = useAction(CancelImportDocument);
  const isChanged = file.columns.some(({ field }, index) => fields[index] !== (field ?? ''));
  const map = file.columns.map(({ letter }, index): [string, string] => [letter, fields[index]!]);
  // A field has one column.
  const choose = (index: number, field: string) =>
    setFields((fields) => fields.map((each, at) => (at === index ? field : each === field ? '' : each)));
  const send = (map: [letter: string, field: string][]) =>
    sendAgain({ ...sent, map }, () => discard.run({ id: file.id }));
  const shared = sharedReference(file, fields);
  return (
    <Card
      title="Columns"
      about="Which field each column of your file has. What you assign is remembered for columns with the same name"
      isFlush
    >
      <ColumnsTable
        of={file}
        cell={({ column, letter, index, remembered }) => (
          <SelectField
            name={`column ${index}`}
            label={`Field of ${column || `column ${letter}`}`}
            isLabelHidden
            hint={remembered && REMEMBERED}
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
      {shared && (
        <div className={styles.actions}>
          <Button isBusy={isRunning} onClick={() => send([...map, [shared.letter, 'branch_reference']])}>
            {`Use ${shared.column || `column ${shared.letter}`} as the reference of the branch, too`}
          </Button>
        </div>
      )}
      {isChanged && (
        <div className={styles.actions}>
          <FailedNotice failure={failure} />
          <Button kind="primary" isBusy={isRunning} onClick={() => send(map)}>
            Update preview
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Returns the column with the references of supermarkets, where the branches have none of their own. */
function sharedReference({ kind, columns }: Import, fields: readonly string[]) {
  if (kind !== 'SUPERMARKETS' || fields.includes('branch_reference')) return undefined;
  return columns[fields.indexOf('reference')];
}

function ColumnsTable({ of, cell }: { of: Import; cell: Column<FileColumn>['cell'] }) {
  return (
    <Table
      caption="Columns"
      isStacked
      columns={[
        { name: 'Column', cell: ({ column, letter }) => column || `Column ${letter}, without a name` },
        { name: 'First values', cell: ({ samples }) => samples.join(' · ') || '–' },
        { name: 'Field', cell },
      ]}
      rows={ignoredFirst(of.columns.map((column, index) => ({ ...column, index })))}
      keyOf={({ index }) => String(index)}
    />
  );
}

/** Ignored columns with values come first: they may have been overlooked. */
function ignoredFirst(columns: FileColumn[]): FileColumn[] {
  const isIgnored = ({ field, samples }: FileColumn) => field === null && samples.length > 0;
  return [...columns.filter(isIgnored), ...columns.filter((column) => !isIgnored(column))];
}
