import { type KeyboardEvent, useState } from 'react';
import { type ProductRowFragment, UpdateProductDocument } from '../generated/operations.ts';
import { type Outcome, useEach } from '../graphql/use-each.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { money } from '../kit/format.ts';
import { NumberField } from '../kit/number-field.tsx';
import { plural } from '../kit/plural.ts';
import { ResultsDialog } from '../kit/results.tsx';
import { numberIn } from '../kit/text-in.ts';
import { useSession } from '../session/session.tsx';
import { usePriceLeaps } from './use-price-leaps.tsx';

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
  const leaps = usePriceLeaps();
  const save = async (values: FormData) => {
    const changes = products
      .map((product) => ({ product, price: numberIn(values, nameOf(product))! }))
      .filter(({ product, price }) => price !== product.price);
    if (changes.length === 0) return onClose();
    if (!leaps.areConfirmed(changes.map(({ product, price }) => [product, price]))) return;
    setResults(await run(changes));
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
        <NumberField
          key={product.id}
          name={nameOf(product)}
          label={`${product.name} (${currency})`}
          decimals={2}
          min={0}
          required
          defaultValue={product.price}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={goOn}
        />
      ))}
      {leaps.question}
    </FormDialog>
  );
}

/** Goes on to the next price with Enter, which saves in the last one. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  const prices = [...event.currentTarget.form!.querySelectorAll<HTMLInputElement>('[data-decimals]')];
  const next = prices[prices.indexOf(event.currentTarget) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nameOf({ id }: ProductRowFragment): string {
  return `price-${id}`;
}
