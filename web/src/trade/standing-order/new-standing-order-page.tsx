import { useLocation, useSearchParams } from 'wouter';
import {
  CreateStandingOrderDocument,
  type CreateStandingOrderInput,
  DeliveryToRepeatDocument,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useSession } from '../../base/session/session.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { type Draft, draftOfDelivery, emptyDraft } from './draft.ts';
import { StandingOrderForm } from './standing-order-form.tsx';
import { useOrderDraft } from './use-order-draft.ts';

/** Creates a standing order, starting empty or from a delivery that is to repeat. */
export default function NewStandingOrderPage() {
  const [search] = useSearchParams();
  const { timeZone } = useSession().account;
  const id = search.get('delivery') ?? '';
  const repeated = useData(DeliveryToRepeatDocument, { id }, { isPaused: id === '' });
  if (id !== '' && repeated.data?.delivery === null) return <NotFound what="This delivery" />;
  return (
    <Page
      title="New standing order"
      about="Deliveries that repeat: the same branch, the same days, nearly the same products."
      back={{ href: '/standing-orders', label: 'Standing orders' }}
    >
      {id === '' ? (
        <NewForm name="standing-order" first={emptyDraft(timeZone, search.get('supermarketId') ?? '')} />
      ) : (
        <Loaded of={repeated} lines={8}>
          {({ delivery }) =>
            delivery && <NewForm name={`standing-order:${id}`} first={draftOfDelivery(timeZone, delivery)} />
          }
        </Loaded>
      )}
    </Page>
  );
}

function NewForm({ name, first }: { name: string; first: Draft }) {
  const { draft, drafted, round } = useOrderDraft(name, first);
  const { run, isRunning, failure } = useAction(CreateStandingOrderDocument);
  const [, go] = useLocation();
  const toast = useToast();
  const create = async (input: CreateStandingOrderInput) => {
    const result = await run({ input });
    if (!result) return;
    drafted.forget();
    toast('Standing order created');
    go(`/standing-orders/${result.createStandingOrder.id}`);
  };
  return (
    <StandingOrderForm
      key={round}
      draft={draft}
      label="Create standing order"
      cancelHref="/standing-orders"
      isRunning={isRunning}
      failure={failure}
      onTyped={drafted.save}
      onSubmit={(entered, place) => void create({ ...entered, ...place })}
    >
      {drafted.offer}
    </StandingOrderForm>
  );
}
