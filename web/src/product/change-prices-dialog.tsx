import { useState } from 'react';
import { type ProductRowFragment, UpdateProductDocument } from '../generated/operations.ts';
import { type Outcome, useEach } from '../graphql/use-each.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { money } from '../kit/format.ts';
import { plural } from '../kit/plural.ts';
import { ResultsDialog } from '../kit/results.tsx';
import { useSession } from '../session/session.tsx';

interface ChangePricesDialogProps {
  products: readonly ProductRowFragment[];
  /** Called when the results are closed. */
  onDone: () => void;
  onClose: () => void;
}

interface Change {
  product: ProductRowFragment;
  price: number;
}

/** Edits the prices of several products at once, and shows what became of each. */
export function ChangePricesDialog({ products, onDone, onClose }: ChangePricesDialogProps) {
  const { currency } = useSession().account;
  const { run, isRunning } = useEach(UpdateProductDocument, ({ product, price }: Change) => ({
    id: product.id,
    input: { price },
  }));
  const [results, setResults] = useState<Outcome<Change>[]>();
  const save = async (values: FormData) => {
    const changes = products
      .map((product) => ({ product, price: Number(values.get(nameOf(product))) }))
      .filter(({ product, price }) => price !== product.price);
    if (changes.length === 0) onClose();
    else setResults(await run(changes));
  };
  if (results) {
    const changed = results.filter(({ failure }) => !failure).length;
    return (
      <ResultsDialog
        title={`${plural(changed, 'price')} changed`}
        onClose={onDone}
        results={results.map(({ item: { product, price }, failure }) => ({
          key: product.id,
          name: product.name,
          tone: failure ? 'bad' : 'good',
          outcome: failure ? 'Not changed' : money(price, currency),
          reason: failure?.message,
        }))}
      />
    );
  }
  return (
    <FormDialog
      title={`Change ${plural(products.length, 'price')}`}
      label="Save"
      isBusy={isRunning}
      failure={undefined}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      <p>Existing deliveries keep the prices they were created with.</p>
      {products.map((product) => (
        <TextField
          key={product.id}
          name={nameOf(product)}
          label={`${product.name} (${currency})`}
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0"
          required
          defaultValue={product.price}
          onFocus={(event) => event.currentTarget.select()}
        />
      ))}
    </FormDialog>
  );
}

function nameOf({ id }: ProductRowFragment): string {
  return `price-${id}`;
}
