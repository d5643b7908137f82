import {
  type ProductFactsFragment,
  ProductToEditDocument,
  UpdateProductDocument,
} from '../../generated/operations.ts';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useEdit } from '../../base/kit/form/use-edit.tsx';
import { PRODUCT } from './product-fields.tsx';
import { usePriceLeaps } from './use-price-leaps.tsx';

interface EditProductProps {
  product: ProductFactsFragment;
  onSaved: () => void;
  onClose: () => void;
}

/** Edits a product; existing deliveries keep the price they were created with. */
export function EditProduct({ product, onSaved, onClose }: EditProductProps) {
  const { id } = product;
  const toast = useToast();
  const leaps = usePriceLeaps();
  const close = () => {
    onSaved();
    onClose();
  };
  const edit = useEdit({
    noun: 'product',
    start: storedOf(product),
    labels: PRODUCT.labels,
    mutation: UpdateProductDocument,
    variablesOf: (input, ifMatch) => ({ id, input, ifMatch }),
    query: ProductToEditDocument,
    asked: { id },
    storedIn: ({ product }) => product && storedOf(product),
    onKeep: close,
  });
  const save = async (values: FormData) => {
    const input = PRODUCT.valuesIn(values);
    if (!leaps.areConfirmed([[product, input.price]])) return;
    if (!(await edit.save(input))) return;
    toast('Product saved');
    close();
  };
  return (
    <FormDialog
      title={`Edit ${product.sequentialId}`}
      label={edit.label}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={edit.isRunning}
      failure={edit.failure}
      draft={edit.draft}
    >
      <p>Existing deliveries keep the name and price they were created with.</p>
      <PRODUCT.Inputs record={product} />
      {leaps.question}
      {edit.conflict}
    </FormDialog>
  );
}

function storedOf(product: ProductFactsFragment) {
  return { values: PRODUCT.valuesOf(product), version: product.version };
}
