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
  // The data of the page can be read again at any time, but the form keeps what it began with.
  const [draft] = useState(first);
  const { run, isRunning, failure } = useAction(UpdateStandingOrderDocument);
  const [, go] = useLocation();
  const toast = useToast();
  const save = async (input: Partial<Entered>) => {
    if (Object.keys(input).length > 0) {
      if (!(await run({ id, input }))) return;
      toast('Standing order changed');
    }
    go(`/standing-orders/${id}`);
  };
  return (
    <StandingOrderForm
      draft={draft}
      isChange
      label="Save changes"
      cancelHref={`/standing-orders/${id}`}
      isRunning={isRunning}
      failure={failure}
      onSubmit={(entered) => void save(changesOfDraft(draft, entered))}
    >
      <Notice tone="note" title="Created deliveries stay as they are">
        Only dates that are still planned change. Those that were skipped or changed by hand keep that.
      </Notice>
    </StandingOrderForm>
  );
}
