import { useLocation } from 'wouter';
import { ReviseDeliveryDocument, type ReviseDeliveryInput } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Notice } from '../kit/notice.tsx';
import { readNumber } from '../kit/read-number.ts';
import { useToast } from '../kit/toast.tsx';
import { DeliveryForm, type Draft, type Entered } from './delivery-form.tsx';

/** Edits a pending delivery and creates its next version. */
export function ChangeDeliveryForm({ id, draft }: { id: string; draft: Draft }) {
  const { run, isRunning, failure } = useAction(ReviseDeliveryDocument);
  const [, go] = useLocation();
  const toast = useToast();

  const submit = async (entered: Entered) => {
    const input = changesOf(draft, entered);
    if (Object.keys(input).length === 0) return go(`/deliveries/${id}`);
    const result = await run({ id, input });
    if (!result) return;
    toast('Delivery changed');
    go(`/deliveries/${result.reviseDelivery.id}`);
  };
  return (
    <DeliveryForm
      draft={draft}
      isChange
      label="Save changes"
      cancelHref={`/deliveries/${id}`}
      isRunning={isRunning}
      failure={failure}
      onSubmit={(entered) => void submit(entered)}
    >
      <Notice tone="note" title="The delivery gets a new number">
        The old version is cancelled and stays in the history. Webhooks receive delivery.cancelled and
        delivery.created.
      </Notice>
    </DeliveryForm>
  );
}

/** Returns what was changed; what is left out is taken over. */
function changesOf(draft: Draft, { place, deliveryDate, products, ...texts }: Entered): ReviseDeliveryInput {
  const before = draft.lines.map(({ product, quantity }) => ({
    productId: product?.id ?? '',
    quantity: readNumber(quantity)!,
  }));
  return {
    ...(place.branchId !== draft.place.branchId && { branchId: place.branchId }),
    ...(deliveryDate !== draft.deliveryDate && { deliveryDate }),
    ...Object.fromEntries(
      Object.entries(texts).filter(([name, text]) => (text ?? '') !== draft[name as keyof typeof texts]),
    ),
    ...(JSON.stringify(products) !== JSON.stringify(before) && { products }),
  };
}
