import { type ReactNode, useState } from 'react';
import {
  type AgreementFragment,
  type PriceAgreementInput,
  SetPriceAgreementsDocument,
} from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { readNumber } from '../../base/kit/form/read-number.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { usePriceLeaps } from '../product/use-price-leaps.tsx';
import { newPriceName, type PricedProduct } from './agreement-grid.tsx';
import { rowsOfNewPrice } from './agreement-rows.ts';
import { pastePrices } from './paste-prices.ts';

interface Typed {
  product: PricedProduct;
  text: string;
  /** The agreements when the price was typed: the list can show another page by now. */
  agreements: readonly AgreementFragment[];
}

/** The new prices that were typed, on any page of the list. */
export interface NewPrices {
  texts: ReadonlyMap<string, string>;
  type: (product: PricedProduct, text: string) => void;
  paste: (rows: string[][], products: readonly PricedProduct[], index: number) => void;
  save: (values: FormData) => Promise<void>;
  isSaving: boolean;
  failure: Failure | undefined;
  /** The result of pasting. */
  said: string | undefined;
  /** The question about prices that change by more than half. */
  question: ReactNode;
}

/** Keeps new prices of a supermarket while they are typed, and saves them all in one call. */
export function useNewPrices(
  supermarketId: string,
  agreementsOf: (productId: string) => readonly AgreementFragment[],
  onSaved: () => void,
): NewPrices {
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const [said, setSaid] = useState<string>();
  const [sent, setSent] = useState<readonly PriceAgreementInput[]>([]);
  const { run, isRunning, failure } = useAction(SetPriceAgreementsDocument);
  const leaps = usePriceLeaps();
  const toast = useToast();
  const withText = (all: ReadonlyMap<string, Typed>, product: PricedProduct, text: string) => {
    const next = new Map(all);
    if (text === '') next.delete(product.id);
    else next.set(product.id, { product, text, agreements: agreementsOf(product.id) });
    return next;
  };
  return {
    texts: new Map([...typed].map(([id, { text }]) => [id, text])),
    type: (product, text) => setTyped((all) => withText(all, product, text)),
    paste(rows, products, index) {
      const pasted = pastePrices(rows, products, index);
      setSaid(pasted.said);
      setTyped((all) =>
        products.reduce((next, product) => {
          const text = pasted.texts.get(product.id);
          return text === undefined ? next : withText(next, product, text);
        }, all),
      );
    },
    async save(values) {
      const period = { from: String(values.get('from')), to: String(values.get('to')) };
      const prices = [...typed.values()].map((each) => ({
        ...each,
        agreements:
          agreementsOf(each.product.id).length > 0 ? agreementsOf(each.product.id) : each.agreements,
        price: readNumber(each.text) ?? NaN,
      }));
      const changes = prices.map(({ product, price, agreements }) => {
        const [agreed] = agreements;
        return [{ name: product.name, price: agreed?.price ?? product.price }, price] as const;
      });
      if (!leaps.areConfirmed(changes)) return;
      const rows = prices.flatMap(({ product, price, agreements }) =>
        rowsOfNewPrice(product.id, price, period, agreements),
      );
      setSent(rows);
      if (!(await run({ supermarketId, rows }))) return;
      toast(`${plural(prices.length, 'price')} saved`);
      setTyped(new Map());
      setSaid(undefined);
      onSaved();
    },
    isSaving: isRunning,
    failure: failure && atInputs(failure, sent),
    said,
    question: leaps.question,
  };
}

/** Returns the failure at the inputs of the products whose rows it names. */
function atInputs(failure: Failure, rows: readonly PriceAgreementInput[]): Failure {
  const nameOf = (field: string) => {
    const [, index, name] = /^rows\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
    if (index === undefined) return field;
    return name === 'validTo' ? 'to' : newPriceName(rows[Number(index)]!.productId);
  };
  return {
    ...failure,
    field: failure.field === undefined ? undefined : nameOf(failure.field),
    details: failure.details.map((detail) => ({ ...detail, field: nameOf(detail.field) })),
  };
}
