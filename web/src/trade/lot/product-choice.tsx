import { useState } from 'react';
import {
  FindProductsDocument,
  type FindProductsQuery,
  type ProductChoiceFragment,
  type ProductRowFragment,
} from '../../generated/operations.ts';
import { MAX_REFERENCE } from '../../generated/rules.ts';
import { identifier } from '../../generated/texts.ts';
import { Combobox } from '../../base/kit/form/combobox.tsx';
import type { FieldProps } from '../../base/kit/form/field.tsx';
import { money } from '../../base/kit/words/format.ts';
import { pluralOf } from '../../base/kit/words/plural.ts';
import { useSearch } from '../../base/kit/table/use-search.ts';
import { plainOf } from '../../base/kit/words/words.ts';
import { gtinOr } from './lot-in.ts';
import { isSameGtin, readGs1 } from './read-gs1.ts';
import { scannedQuantity } from './scanned-quantity.ts';
import { useSession } from '../../base/session/session.tsx';
import { UNITS } from '../../catalogue/product/units.ts';

type ProductChoiceProps = FieldProps & {
  value: ProductRowFragment | undefined;
  /** @param quantity of the product that the scanned barcode states */
  onChange: (product: ProductRowFragment | undefined, quantity?: number) => void;
  /** Called when Enter takes a product, also before it is found. */
  onEntered?: () => void;
  /** The text of a draft that is not a product yet. */
  initialText?: string | undefined;
  /** Whether `initialText` was pasted, and is to be searched for at once. */
  isPasted?: boolean | undefined;
  /** Called with the text that is not a product yet; undefined once it is one. */
  onTyped?: (text: string | undefined) => void;
  /** Whether a quantity is entered for it, so that the barcode of a case could be mistaken for its unit. */
  isCounted?: boolean;
  /** False where none can be selected, as in filters (default: true). */
  required?: boolean;
};

/** Selects one of the account's products by words of its name, its number, its GTIN or a scanned barcode. */
export function ProductChoice(props: ProductChoiceProps) {
  const { value, onChange, isCounted = false, required = true, ...field } = props;
  const { currency } = useSession().account;
  /** The product that was chosen by the GTIN of its case. */
  const [ofCase, setOfCase] = useState<ProductChoiceFragment>();
  const { text, data, failure, isLoading, search } = useSearch(FindProductsDocument, (typed) => {
    const words = gtinOr(typed);
    const isNamed = words !== '' && words.length <= MAX_REFERENCE;
    return {
      filter: { archived: false, ...(words && { words }) },
      named: { archived: false, ...(isNamed && { reference: words }) },
      isNamed,
    };
  });
  const code = identifier(gtinOr(text ?? ''));
  const named = data && namedBy(code, data);
  const others = (data?.products.nodes ?? []).filter(({ id }) => id !== named?.id);
  const products = named ? [named, ...others] : others;
  const choiceOf = ({ id, sequentialId, name, price }: ProductRowFragment) => ({
    id,
    label: name,
    about: `${sequentialId} · ${money(price, currency)}`,
  });
  return (
    <Combobox
      {...field}
      hint={isCounted && ofCase && ofCase.id === value?.id ? caseInWords(ofCase) : field.hint}
      required={required}
      placeholder="Name, number or barcode"
      none="No products yet. Add them to your catalogue first."
      value={value && choiceOf(value)}
      choices={products.map(choiceOf)}
      namedId={named?.id}
      meant={data && meantBy(text ?? '', data)}
      total={data?.products.totalCount}
      isLoading={isLoading}
      failure={failure}
      onSearch={search}
      onChange={(choice) => {
        const product = products.find(({ id }) => id === choice?.id);
        const isCase = product && isGtin(code, product.caseGtin) && !isGtin(code, product.gtin);
        setOfCase(isCase && product.unit !== 'CASE' ? product : undefined);
        onChange(product, product && quantityIn(text ?? '', product));
      }}
    />
  );
}

/**
 * Returns the product that a text names, in the order of imports: by its reference, its number, its GTIN, or
 * that of its case.
 */
function namedBy(code: string, { named, products }: FindProductsQuery): ProductChoiceFragment | undefined {
  return (
    named?.nodes[0] ??
    products.nodes.find(({ sequentialId }) => sequentialId === code.toUpperCase()) ??
    products.nodes.find(({ gtin }) => isGtin(code, gtin)) ??
    products.nodes.find(({ caseGtin }) => isGtin(code, caseGtin))
  );
}

/**
 * Returns the name or reference of the only product whose name or reference differs by case, accents or
 * spaces alone.
 */
function meantBy(text: string, { products }: FindProductsQuery): string | undefined {
  const key = nearKey(text);
  const found = products.nodes.flatMap(
    ({ name, reference }) => [name, reference].find((each) => each !== null && nearKey(each) === key) ?? [],
  );
  return found.length === 1 && products.totalCount === products.nodes.length ? found[0] : undefined;
}

function nearKey(text: string): string {
  return plainOf(text).replaceAll(/\s/g, '');
}

function quantityIn(text: string, product: ProductChoiceFragment): number | undefined {
  const scan = readGs1(text);
  return scan && !('problem' in scan) ? scannedQuantity(scan, product) : undefined;
}

function isGtin(code: string, gtin: string | null): boolean {
  return /^(\d{8}|\d{12,14})$/.test(code) && isSameGtin(code.padStart(14, '0'), [gtin]);
}

function caseInWords({ unit, unitsPerCase }: ProductChoiceFragment): string {
  const size = unitsPerCase === null ? '' : ` of ${unitsPerCase}`;
  return `The barcode of a case${size}. The quantity counts ${pluralOf(UNITS[unit].toLowerCase())}.`;
}
