import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { StandingOrderToChangeDocument, UpdateStandingOrderDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { useData } from '../graphql/use-data.ts';
import { Loaded } from '../kit/loaded.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { useToast } from '../kit/toast.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { changesOfDraft, type Draft, draftOfOrder, type Entered } from './draft.ts';
import { StandingOrderForm } from './standing-order-form.tsx';
import { useOrderDraft } from './use-order-draft.ts';

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
        {({ standingOrder }) => standingOrder && <ChangeForm id={id} first={draftOfOrder(standingOrder)} />}
      </Loaded>
    </Page>
  );
}

function ChangeForm({ id, first }: { id: string; first: Draft }) {
  const [before] = useState(first);
  // What was typed about an order that others changed meanwhile would undo their changes.
  const { draft, drafted, round } = useOrderDraft(`standing-order:${id}:${JSON.stringify(before)}`, before);
  const { run, isRunning, failure } = useAction(UpdateStandingOrderDocument);
  const [, go] = useLocation();
  const toast = useToast();
  const save = async (input: Partial<Entered>) => {
    if (Object.keys(input).length > 0) {
      if (!(await run({ id, input }))) return;
      toast('Standing order changed');
    }
    drafted.forget();
    go(`/standing-orders/${id}`);
  };
  return (
    <StandingOrderForm
      key={round}
      draft={draft}
      isChange
      label="Save changes"
      cancelHref={`/standing-orders/${id}`}
      isRunning={isRunning}
      failure={failure}
      onTyped={drafted.save}
      onSubmit={(entered) => void save(changesOfDraft(before, entered))}
    >
      {drafted.offer}
      <Notice tone="note" title="Created deliveries stay as they are">
        Only dates that are still planned change. Those that were skipped or changed by hand keep that.
      </Notice>
    </StandingOrderForm>
  );
}
