import { useState } from 'react';
import { useClient } from 'urql';
import {
  type PricedProductFragment,
  ProductPriceDocument,
  UpdateProductDocument,
} from '../../generated/operations.ts';
import { type ItemOutcome, useEach } from '../../base/graphql/use-each.ts';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { money } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { BulkResults } from '../../base/kit/table/results.tsx';
import { numberIn } from '../../base/kit/form/text-in.ts';
import { useSession } from '../../base/session/session.tsx';
import { PriceRows, priceName } from './price-rows.tsx';
import { usePriceLeaps } from './use-price-leaps.tsx';

interface ChangePricesDialogProps {
  products: readonly PricedProductFragment[];
  /** Called when the results are closed. */
  onDone: () => void;
  onClose: () => void;
}

interface Change {
  product: PricedProductFragment;
  price: number;
  /** The version of the product whose price was seen. */
  version: string;
}

/** Edits the prices of several products at once, and shows what became of each. */
export function ChangePricesDialog({ products, onDone, onClose }: ChangePricesDialogProps) {
  const { currency } = useSession().account;
  const client = useClient();
  const { run, isRunning } = useEach(UpdateProductDocument, ({ product, price, version }: Change) => ({
    id: product.id,
    input: { price },
    ifMatch: version,
  }));
  const [results, setResults] = useState<ItemOutcome<Change>[]>();
  const leaps = usePriceLeaps();
  const save = async (values: FormData) => {
    const changes = products
      .map((product) => ({
        product,
        price: numberIn(values, priceName(product))!,
        version: product.version,
      }))
      .filter(({ product, price }) => price !== product.price);
    if (changes.length === 0) return onClose();
    if (!leaps.areConfirmed(changes.map(({ product, price }) => [product, price]))) return;
    const first = await run(changes);
    const stale = first.filter(({ failure }) => failure?.field === 'ifMatch');
    if (stale.length === 0) return setResults(first);
    // Whoever changed something else than the price is no reason to refuse it.
    const again = new Map<string, ItemOutcome<Change>>();
    const unchanged: Change[] = [];
    for (const { item, failure } of stale) {
      const { data } = await client
        .query(ProductPriceDocument, { id: item.product.id }, { requestPolicy: 'network-only' })
        .toPromise();
      const now = data?.product;
      if (now?.price === item.product.price) unchanged.push({ ...item, version: now.version });
      else if (now) {
        const message = `Somebody changed it to ${money(now.price, currency)} meanwhile.`;
        again.set(item.product.id, { item, failure: { ...failure!, message } });
      }
    }
    for (const outcome of await run(unchanged)) again.set(outcome.item.product.id, outcome);
    setResults(first.map((outcome) => again.get(outcome.item.product.id) ?? outcome));
  };
  if (results) {
    const refused = results.filter(({ failure }) => failure);
    return (
      <BulkResults
        title={`${plural(results.length - refused.length, 'price')} changed`}
        onClose={onDone}
        results={refused.map(({ item: { product }, failure }) => ({
          key: product.id,
          name: product.name,
          outcome: 'Not changed',
          reason: failure!.message,
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
      <PriceRows products={products} />
      {leaps.question}
    </FormDialog>
  );
}
