import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { isRefusedDay, OverrideDialog } from '../../catalogue/closed-day/override-dialog.tsx';
import { CreateDeliveryDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useDraft } from '../../base/kit/form/use-draft.tsx';
import { continued } from './continued.ts';
import { DeliveryForm, type Draft, type Entered } from './delivery-form.tsx';
import { emptyDraft } from './empty-draft.ts';
import type { Destination } from './place-fields.tsx';

interface NewDeliveryFormProps {
  draft: Draft;
  /** Distinguishes the drafts of forms that begin differently. */
  name: string;
  /** The names of archived records that were not copied from the original delivery. */
  leftOut: string[];
}

/** Edits a draft and creates the delivery; then another one, if wanted. */
export function NewDeliveryForm({ draft, name, leftOut }: NewDeliveryFormProps) {
  const { run, isRunning, failure } = useAction(CreateDeliveryDocument);
  const [refused, setRefused] = useState<{ entered: Entered; isAnother: boolean }>();
  const [, go] = useLocation();
  const toast = useToast();
  const [next, setNext] = useState({ draft, round: 0 });
  useEffect(() => {
    if (next.round === 0) return;
    const customer = document.querySelector<HTMLInputElement>('main [name=supermarketId]');
    customer?.focus();
    customer?.select();
  }, [next.round]);

  const drafted = useDraft<Draft>(name, (typed) =>
    setNext(({ round }) => ({ draft: continued(typed), round: round + 1 })),
  );
  const submit = async (all: Entered, isAnother: boolean, override = false) => {
    const { place, prices, ...entered } = all;
    const result = await run({ input: { ...place, ...entered }, override }, (failure) =>
      setRefused(isRefusedDay(failure) ? { entered: all, isAnother } : undefined),
    );
    if (!result) return;
    setRefused(undefined);
    drafted.forget();
    const { id } = result.createDelivery;
    toast(isAnother ? `Delivery #${id} created` : 'Delivery created');
    if (isAnother)
      setNext(({ round }) => ({ draft: afterwards(place, { ...entered, prices }), round: round + 1 }));
    else go(`/deliveries/${id}`);
  };
  return (
    <DeliveryForm
      key={next.round}
      draft={next.draft}
      label="Create delivery"
      labelOfAnother="Create and add another"
      cancelHref="/deliveries"
      isRunning={isRunning}
      failure={failure}
      after={
        refused &&
        isRefusedDay(failure) && (
          <OverrideDialog
            refusal={failure}
            label="Create anyway"
            isBusy={isRunning}
            onConfirm={() => void submit(refused.entered, refused.isAnother, true)}
            onClose={() => setRefused(undefined)}
          />
        )
      }
      onTyped={drafted.save}
      onSubmit={(entered, isAnother) => void submit(entered, isAnother)}
    >
      {drafted.offer}
      {leftOut.length > 0 && next.round === 0 && (
        <Notice tone="warn" title="Not copied because archived">
          {leftOut.join(', ')}
        </Notice>
      )}
    </DeliveryForm>
  );
}

/**
 * Returns the draft of the next delivery: often to the same supermarket on the same day, with the same
 * carrier.
 */
function afterwards(
  { supermarketId }: Destination,
  { deliveryDate, carrier }: Omit<Entered, 'place'>,
): Draft {
  return { ...emptyDraft(supermarketId), deliveryDate, carrier };
}
