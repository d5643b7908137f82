import { useRef, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { DraftLine } from '../delivery/delivery-line.ts';
import { StandingOrderToChangeDocument, UpdateStandingOrderDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { type Labels, useEdit } from '../../base/kit/form/use-edit.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { draftOfOrder, type Entered, type StandingOrder, storedOrder } from './draft.ts';
import { STANDING_ORDER } from './standing-order-fields.ts';
import { StandingOrderForm } from './standing-order-form.tsx';
import { useOrderDraft } from './use-order-draft.ts';
import { weekdaysInWords } from '../../base/kit/words/weekdays.ts';
import { linesInWords } from './words.ts';

/** Changes a standing order. */
export default function ChangeStandingOrderPage() {
  const { id = '' } = useParams();
  const order = useData(StandingOrderToChangeDocument, { id });
  if (order.data?.standingOrder === null) return <NotFound what="This standing order" />;
  return (
    <Page
      title={`Change standing order #${id}`}
      back={{ href: `/standing-orders/${id}`, label: `Standing order #${id}` }}
    >
      <Loaded of={order} lines={8}>
        {({ standingOrder }) => standingOrder && <ChangeForm id={id} first={standingOrder} />}
      </Loaded>
    </Page>
  );
}

function ChangeForm({ id, first }: { id: string; first: StandingOrder }) {
  const [before] = useState(() => draftOfOrder(first));
  // What was typed about an order that others changed meanwhile would undo their changes.
  const { draft, drafted, round } = useOrderDraft(`standing-order:${id}:${JSON.stringify(before)}`, before);
  const names = useRef(new Map<string, string>());
  const remember = (lines: readonly Pick<DraftLine, 'product'>[]) => {
    for (const { product } of lines) if (product) names.current.set(product.id, product.name);
  };
  const labels: Labels<Entered> = {
    ...STANDING_ORDER.labels,
    weekdays: ['Days of the week', weekdaysInWords],
    lines: ['Lines', (lines) => linesInWords(lines, names.current)],
  };
  const [, go] = useLocation();
  const toast = useToast();
  const leave = () => {
    drafted.forget();
    go(`/standing-orders/${id}`);
  };
  const edit = useEdit({
    noun: 'standing order',
    start: storedOrder(first),
    labels,
    label: 'Save changes',
    mutation: UpdateStandingOrderDocument,
    variablesOf: (input, ifMatch) => ({ id, input, ifMatch }),
    query: StandingOrderToChangeDocument,
    asked: { id },
    storedIn({ standingOrder }) {
      remember(standingOrder?.lines ?? []);
      return standingOrder && storedOrder(standingOrder);
    },
    onKeep: leave,
  });
  const save = async (entered: Entered) => {
    if (!(await edit.save(entered))) return;
    toast('Standing order saved');
    leave();
  };
  return (
    <StandingOrderForm
      key={round}
      draft={draft}
      isChange
      label={edit.label}
      cancelHref={`/standing-orders/${id}`}
      isRunning={edit.isRunning}
      failure={edit.failure}
      conflict={edit.conflict}
      onTyped={drafted.save}
      onSubmit={(entered, _place, lines) => {
        remember(lines);
        void save(entered);
      }}
    >
      {drafted.offer}
      <Notice tone="note" title="Created deliveries stay as they are">
        Only dates that are still planned change. Those that were skipped or changed by hand keep that.
      </Notice>
    </StandingOrderForm>
  );
}
