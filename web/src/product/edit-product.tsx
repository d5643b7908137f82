import { type ProductRowFragment, UpdateProductDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useToast } from '../kit/toast.tsx';
import { ProductFields, productIn } from './product-fields.tsx';

type ProductInput = ReturnType<typeof productIn>;

interface EditProductProps {
  product: ProductRowFragment;
  onSaved: () => void;
  onClose: () => void;
}

/** Changes a product; deliveries that are planned already keep the price they have. */
export function EditProduct({ product, onSaved, onClose }: EditProductProps) {
  const { run, isRunning, failure } = useAction(UpdateProductDocument);
  const toast = useToast();
  const save = async (values: FormData) => {
    if (!(await run({ id: product.id, input: changesOf(product, productIn(values)) }))) return;
    toast('Saved.');
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
      <p>Deliveries that are planned already keep the name and the price they have.</p>
      <ProductFields product={product} />
    </FormDialog>
  );
}

/** What was really changed, so that what someone else changes meanwhile stays; all of it if nothing was. */
function changesOf(product: ProductRowFragment, input: ProductInput): Partial<ProductInput> {
  const names = Object.keys(input) as (keyof ProductInput)[];
  const changed = names.filter((name) => input[name] !== product[name]);
  if (changed.length === 0) return input;
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}
