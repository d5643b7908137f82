import { useMemo, useRef, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { continued } from '../delivery/continued.ts';
import { type DraftLine, isUnused } from '../delivery/delivery-line.ts';
import { LinesCard } from '../delivery/lines-card.tsx';
import { useTyped } from '../delivery/use-typed.ts';
import {
  ChangeOccurrenceDocument,
  OccurrenceToChangeDocument,
  type OccurrenceToChangeQuery,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { day } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { readNumber } from '../../base/kit/form/read-number.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useDraft } from '../../base/kit/form/use-draft.tsx';
import { useEdit } from '../../base/kit/form/use-edit.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { linesInWords } from './words.ts';

type Order = NonNullable<OccurrenceToChangeQuery['standingOrder']>;

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
        {() => order && <LinesForm order={order} date={date} />}
      </Loaded>
    </Page>
  );
}

function LinesForm({ order, date }: { order: Order; date: string }) {
  const { id } = order;
  const [first] = useState(() => ({
    lines: order.occurrences[0]!.lines.map(({ product, quantity }, key): DraftLine => ({
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
  const names = useRef(new Map<string, string>());
  const remember = (lines: readonly Pick<DraftLine, 'product'>[]) => {
    for (const { product } of lines) if (product) names.current.set(product.id, product.name);
  };
  const [, go] = useLocation();
  const toast = useToast();
  const leave = () => {
    drafted.forget();
    go(`/standing-orders/${id}`);
  };
  const edit = useEdit({
    noun: 'date',
    start: storedOf(order),
    labels: { lines: ['Lines', (lines) => linesInWords(lines, names.current)] },
    label: 'Save this date',
    mutation: ChangeOccurrenceDocument,
    variablesOf: ({ lines = [] }, ifMatch) => ({ id, date, lines, ifMatch }),
    query: OccurrenceToChangeDocument,
    asked: { id, date },
    storedIn({ standingOrder }: OccurrenceToChangeQuery) {
      if (!standingOrder?.occurrences[0]) return null;
      remember(standingOrder.occurrences[0].lines);
      return storedOf(standingOrder);
    },
    onKeep: leave,
  });
  const submit = async () => {
    remember(lines);
    const entered = lines
      .filter((line) => !isUnused(line))
      .map(({ product, quantity }) => ({ productId: product?.id ?? '', quantity: readNumber(quantity)! }));
    if (!(await edit.save({ lines: entered }))) return;
    toast(`${day(date)} was changed`);
    leave();
  };
  return (
    <Form onSubmit={() => void submit()} failure={edit.failure}>
      {drafted.offer}
      <LinesCard
        key={round}
        lines={lines}
        onChange={setLines}
        list="lines"
        about="What is delivered on this date instead of the lines of the order."
      />
      {edit.conflict}
      <FormActions>
        <Button type="submit" kind="primary" isBusy={edit.isRunning}>
          {edit.label}
        </Button>
        <ButtonLink href={`/standing-orders/${id}`}>Cancel</ButtonLink>
      </FormActions>
    </Form>
  );
}

function storedOf({ version, occurrences }: Pick<Order, 'version' | 'occurrences'>) {
  const lines = occurrences[0]!.lines.map(({ product, quantity }) => ({ productId: product.id, quantity }));
  return { values: { lines }, version };
}
