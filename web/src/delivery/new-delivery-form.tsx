import { useLocation } from 'wouter';
import { CreateDeliveryDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Notice } from '../kit/notice.tsx';
import { useToast } from '../kit/toast.tsx';
import { DeliveryForm, type Draft, type Entered } from './delivery-form.tsx';

interface NewDeliveryFormProps {
  draft: Draft;
  /** The names of archived records that were not copied from the original delivery. */
  leftOut: string[];
}

/** Edits a draft and creates the delivery. */
export function NewDeliveryForm({ draft, leftOut }: NewDeliveryFormProps) {
  const { run, isRunning, failure } = useAction(CreateDeliveryDocument);
  const [, go] = useLocation();
  const toast = useToast();

  const submit = async ({ place, ...entered }: Entered) => {
    const result = await run({ input: { ...place, ...entered } });
    if (!result) return;
    toast('Delivery created');
    go(`/deliveries/${result.createDelivery.id}`);
  };
  return (
    <DeliveryForm
      draft={draft}
      label="Create delivery"
      cancelHref="/deliveries"
      isRunning={isRunning}
      failure={failure}
      onSubmit={(entered) => void submit(entered)}
    >
      {leftOut.length > 0 && (
        <Notice tone="warn" title="Not copied because archived">
          {leftOut.join(', ')}
        </Notice>
      )}
    </DeliveryForm>
  );
}
