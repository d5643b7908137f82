import { useState } from 'react';
import { IMPORT_FIELDS } from '../../generated/rules.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { SelectField } from '../../base/kit/form/field.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { readingOf, useMayReadAgain, useSendFile, withPairs } from './send-file.ts';
import styles from './columns-card.module.css';
import { type Import, labelOfField } from './words.ts';

const REMEMBERED = 'Remembered from an earlier file';

type FileColumn = Import['columns'][number] & { index: number };

/** Shows the field of each column. Before the import starts, another one can be chosen. */
export function ColumnsCard({ file }: { file: Import }) {
  if (useMayReadAgain(file)) return <Assigning file={file} />;
  return (
    <Card title="Columns" isFlush>
      <ColumnsTable
        of={file}
        cell={({ field, remembered }) =>
          `${field === null ? 'Ignored' : labelOfField(field)}${remembered ? ' (remembered)' : ''}`
        }
      />
    </Card>
  );
}

function Assigning({ file }: { file: Import }) {
  const [fields, setFields] = useState(() => file.columns.map(({ field }) => field ?? ''));
  const { readAgain, isRunning, failure } = useSendFile();
  const isChanged = file.columns.some(({ field }, index) => fields[index] !== (field ?? ''));
  const pairs = file.columns.map(({ letter }, index): [string, string] => [letter, fields[index]!]);
  // A field has one column.
  const choose = (index: number, field: string) =>
    setFields((fields) => fields.map((each, at) => (at === index ? field : each === field ? '' : each)));
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
      {isChanged && (
        <div className={styles.actions}>
          <FailedNotice failure={failure} />
          <Button
            kind="primary"
            isBusy={isRunning}
            onClick={() => readAgain(file, { ...readingOf(file), map: withPairs(undefined, pairs) })}
          >
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
