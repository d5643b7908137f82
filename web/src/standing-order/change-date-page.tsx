import { useMemo, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { continued } from '../delivery/continued.ts';
import { type DraftLine, isUnused } from '../delivery/delivery-line.ts';
import { LinesCard } from '../delivery/lines-card.tsx';
import { useTyped } from '../delivery/use-typed.ts';
import {
  ChangeOccurrenceDocument,
  OccurrenceToChangeDocument,
  type OccurrenceToChangeQuery,
} from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { useData } from '../graphql/use-data.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Form, FormActions } from '../kit/form.tsx';
import { day } from '../kit/format.ts';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { readNumber } from '../kit/read-number.ts';
import { useToast } from '../kit/toast.tsx';
import { useDraft } from '../kit/use-draft.tsx';
import { NotFound } from '../shell/not-found.tsx';

type Occurrence = NonNullable<OccurrenceToChangeQuery['standingOrder']>['occurrences'][number];

/** Changes what a standing order delivers on one date only. */
export default function ChangeDatePage() {
  const { id = '', date = '' } = useParams();
  const loading = useData(OccurrenceToChangeDocument, { id, date });
  const order = loading.data?.standingOrder;
  const [occurrence] = order?.occurrences ?? [];
  if (order === null || (order && !occurrence)) return <NotFound what="This date" />;
  return (
    <Page
      title={occurrence ? `Only ${day(occurrence.date)}` : 'Only this date'}
      about={order && `${order.supermarketName}, ${order.branchName}. Other dates stay as they are.`}
      back={{ href: `/standing-orders/${id}`, label: `Standing order #${id}` }}
    >
      <Loaded of={loading} lines={6}>
        {() => occurrence && <LinesForm id={id} occurrence={occurrence} />}
      </Loaded>
    </Page>
  );
}

function LinesForm({ id, occurrence: { date, lines: before } }: { id: string; occurrence: Occurrence }) {
  const [first] = useState(() => ({
    lines: before.map(({ product, quantity }, key): DraftLine => ({
      key,
      product,
      quantity: String(quantity),
    })),
  }));
  const [lines, setLines] = useState(first.lines);
  const [round, setRound] = useState(0);
  const kept = useMemo(() => ({ lines }), [lines]);
  const drafted = useDraft<typeof first>(`date:${id}:${date}:${JSON.stringify(first)}`, (typed) => {
    setLines(continued(typed).lines);
    setRound(round + 1);
  });
  useTyped(first, kept, () => ({}), drafted.save);
  const { run, isRunning, failure } = useAction(ChangeOccurrenceDocument);
  const [, go] = useLocation();
  const toast = useToast();
  const submit = async () => {
    const entered = lines
      .filter((line) => !isUnused(line))
      .map(({ product, quantity }) => ({ productId: product?.id ?? '', quantity: readNumber(quantity)! }));
    if (!(await run({ id, date, lines: entered }))) return;
    drafted.forget();
    toast(`${day(date)} was changed`);
    go(`/standing-orders/${id}`);
  };
  return (
    <Form onSubmit={() => void submit()} failure={failure}>
      {drafted.offer}
      <LinesCard
        key={round}
        lines={lines}
        onChange={setLines}
        list="lines"
        about="What is delivered on this date instead of the lines of the order."
      />
      <FormActions>
        <Button type="submit" kind="primary" isBusy={isRunning}>
          Save this date
        </Button>
        <ButtonLink href={`/standing-orders/${id}`}>Cancel</ButtonLink>
      </FormActions>
    </Form>
  );
}
