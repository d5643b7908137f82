import { useLocation } from 'wouter';
import { CreateProductDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import type { Texts } from '../../base/kit/form/form.tsx';
import { useDraft } from '../../base/kit/form/use-draft.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { PRODUCT } from './product-fields.tsx';

/** Adds a product to the catalogue and goes to its page. */
export function NewProduct({ onClose }: { onClose: () => void }) {
  const { run, isRunning, failure } = useAction(CreateProductDocument);
  const [, go] = useLocation();
  const toast = useToast();
  const draft = useDraft<Texts>('product');
  const create = async (values: FormData) => {
    const result = await run({ input: PRODUCT.valuesIn(values) });
    if (!result) return;
    draft.forget();
    const { id, sequentialId } = result.createProduct;
    toast(`Product ${sequentialId} created`);
    go(`/products/${id}`);
  };
  return (
    <FormDialog
      title="New product"
      label="Create product"
      onSubmit={(values) => void create(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
      draft={draft}
    >
      <PRODUCT.Inputs />
    </FormDialog>
  );
}
