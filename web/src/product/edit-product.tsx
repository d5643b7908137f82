import { type ProductFactsFragment, UpdateProductDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useToast } from '../kit/toast.tsx';
import { ProductFields, productIn } from './product-fields.tsx';
import { usePriceLeaps } from './use-price-leaps.tsx';

type ProductInput = ReturnType<typeof productIn>;

interface EditProductProps {
  product: ProductFactsFragment;
  onSaved: () => void;
  onClose: () => void;
}

/** Edits a product; existing deliveries keep the price they were created with. */
export function EditProduct({ product, onSaved, onClose }: EditProductProps) {
  const { run, isRunning, failure } = useAction(UpdateProductDocument);
  const toast = useToast();
  const leaps = usePriceLeaps();
  const save = async (values: FormData) => {
    const input = productIn(values);
    if (!leaps.areConfirmed([[product, input.price]])) return;
    if (!(await run({ id: product.id, input: changesOf(product, input) }))) return;
    toast('Product saved');
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={`Edit ${product.sequentialId}`}
      label="Save"
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
    >
      <p>Existing deliveries keep the name and price they were created with.</p>
      <ProductFields product={product} />
      {leaps.question}
    </FormDialog>
  );
}

/** Returns only the changed fields, so that concurrent changes of others stay; all fields if none changed. */
function changesOf(product: ProductFactsFragment, input: ProductInput): Partial<ProductInput> {
  const names = Object.keys(input) as (keyof ProductInput)[];
  const changed = names.filter((name) => input[name] !== product[name]);
  if (changed.length === 0) return input;
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}
