import type { ReactNode } from 'react';
import { Button } from '../../base/kit/layout/button.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { readingOf, useMayReadAgain, useSendFile } from './send-file.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { valueInWords } from './value-in-words.ts';
import { type Import, labelOfField } from './words.ts';

type Change = Import['changes'][number];

const CHANGES: Column<Change>[] = [
  { name: 'Row', cell: ({ row }) => `Row ${wholeNumber(row)}` },
  { name: 'Reference', cell: ({ reference }) => reference ?? '–' },
  { name: 'Field', cell: ({ field }) => labelOfField(field) },
  { name: 'Now', cell: ({ from }) => valueInWords(from) },
  { name: 'In the file', cell: ({ to }) => valueInWords(to) },
];

/** Shows what an import changes, old and new. Large jumps are listed apart, because they look like errors. */
export function ChangesCard({ file }: { file: Import }) {
  const { changes } = file;
  const differing = changes.filter(({ outcome }) => outcome === 'DIFFERS');
  const revised = changes.filter(({ outcome }) => outcome === 'REVISED');
  const updated = changes.filter(({ outcome }) => outcome === 'UPDATED');
  const jumps = updated.filter(isJump);
  return (
    <>
      <ChangesOf
        title="Differences"
        about="The first values of deliveries that exist with other content, and stay as they are"
        changes={differing}
        actions={<DifferenceChoice file={file} />}
      />
      <ChangesOf
        title="Revisions"
        about="The first values of pending deliveries that are revised"
        changes={revised}
        actions={differing.length === 0 && <DifferenceChoice file={file} />}
      />
      <ChangesOf
        title="Large changes"
        about="Prices that move by more than half, and weights by more than ten times"
        changes={jumps}
      />
      <ChangesOf
        title="Changes"
        about="The first values that change"
        changes={updated.filter((change) => !isJump(change))}
      />
    </>
  );
}

/** Chooses what is done with pending deliveries that differ. The choice reads the file again. */
function DifferenceChoice({ file }: { file: Import }) {
  const { readAgain, isRunning, failure } = useSendFile();
  const reading = readingOf(file);
  if (!useMayReadAgain(file)) return null;
  const { on_difference, ...options } = reading.options;
  const next = on_difference ? options : { ...options, on_difference: 'revise' };
  return (
    <>
      <Button isBusy={isRunning} onClick={() => readAgain(file, { ...reading, options: next })}>
        {on_difference ? 'Leave as they are' : 'Revise pending ones'}
      </Button>
      <FailedNotice failure={failure} />
    </>
  );
}

interface ChangesProps {
  title: string;
  about: string;
  changes: Change[];
  actions?: ReactNode;
}

function ChangesOf({ title, about, changes, actions }: ChangesProps) {
  if (changes.length === 0) return null;
  return (
    <Card title={title} about={about} actions={actions} isFlush>
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
          cell: ({ at }: { at: number }) => valueInWords(valueIn(at, field)),
        }))}
        rows={sample.map((_record, at) => ({ at }))}
        keyOf={({ at }) => String(at)}
      />
    </Card>
  );
}
