import { Card } from '../kit/card.tsx';
import { wholeNumber } from '../kit/format.ts';
import { type Column, Table } from '../kit/table.tsx';
import { type Import, labelOfField } from './words.ts';

type Change = Import['changes'][number];

const CHANGES: Column<Change>[] = [
  { name: 'Row', cell: ({ row }) => `Row ${wholeNumber(row)}` },
  { name: 'Reference', cell: ({ reference }) => reference ?? '–' },
  { name: 'Field', cell: ({ field }) => labelOfField(field) },
  { name: 'Now', cell: ({ from }) => from ?? '–' },
  { name: 'In the file', cell: ({ to }) => to ?? '–' },
];

/** Shows what an import changes, old and new. Large jumps are listed apart, because they look like errors. */
export function ChangesCard({ file: { changes, kind } }: { file: Import }) {
  const jumps = changes.filter(isJump);
  const others = changes.filter((change) => !isJump(change));
  return (
    <>
      <ChangesOf
        title="Large changes"
        about="Prices that move by more than half, and weights by more than ten times"
        changes={jumps}
      />
      <ChangesOf
        title={kind === 'DELIVERIES' ? 'Differences' : 'Changes'}
        about={
          kind === 'DELIVERIES'
            ? 'These deliveries exist with other content, and stay as they are'
            : 'The first values that change'
        }
        changes={others}
      />
    </>
  );
}

function ChangesOf({ title, about, changes }: { title: string; about: string; changes: Change[] }) {
  if (changes.length === 0) return null;
  return (
    <Card title={title} about={about} isFlush>
      <Table
        caption={title}
        isStacked
        columns={CHANGES}
        rows={changes}
        keyOf={({ row, field, reference }) => `${row} ${field} ${reference}`}
      />
    </Card>
  );
}

function isJump({ field, from, to }: Change): boolean {
  const [old, next] = [Number(from), Number(to)];
  if (from === null || to === null) return false;
  if (field === 'price') return Math.abs(next - old) > old / 2;
  return field === 'weight' && (next > old * 10 || next < old / 10);
}

/** Shows the first records as they would be written. */
export function SampleCard({ file: { sample, status } }: { file: Import }) {
  if (sample.length === 0 || status !== 'PREVIEWED') return null;
  const fields = [...new Set(sample.flatMap(({ values }) => values.map(({ field }) => field)))];
  const valueIn = (at: number, name: string) => sample[at]!.values.find(({ field }) => field === name)?.value;
  return (
    <Card title="First records" about="As they would be written" isFlush>
      <Table
        caption="First records"
        isStacked
        columns={fields.map((field) => ({
          name: labelOfField(field),
          cell: ({ at }: { at: number }) => valueIn(at, field) ?? '–',
        }))}
        rows={sample.map((_record, at) => ({ at }))}
        keyOf={({ at }) => String(at)}
      />
    </Card>
  );
}
