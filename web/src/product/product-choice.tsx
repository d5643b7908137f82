import { FindProductsDocument, type ProductRowFragment } from '../generated/operations.ts';
import { Combobox } from '../kit/combobox.tsx';
import type { FieldProps } from '../kit/field.tsx';
import { money } from '../kit/format.ts';
import { useSearch } from '../kit/use-search.ts';
import { gtinOr } from '../lot/lot-in.ts';
import { useSession } from '../session/session.tsx';

type ProductChoiceProps = FieldProps & {
  value: ProductRowFragment | undefined;
  onChange: (product: ProductRowFragment | undefined) => void;
  /** Called when Enter takes a product, also before it is found. */
  onEntered?: () => void;
  /** The text of a draft that is not a product yet. */
  initialText?: string | undefined;
  /** Called with the text that is not a product yet; undefined once it is one. */
  onTyped?: (text: string | undefined) => void;
  /** False where none can be selected, as in filters (default: true). */
  required?: boolean;
};

/** Selects one of the account's products by words of its name, its number, its GTIN or a scanned barcode. */
export function ProductChoice({ value, onChange, required = true, ...field }: ProductChoiceProps) {
  const { currency } = useSession().account;
  const { data, failure, isLoading, search } = useSearch(FindProductsDocument, (typed) => {
    const words = gtinOr(typed);
    return { filter: { archived: false, ...(words && { words }) } };
  });
  const products = data?.products.nodes ?? [];
  const choiceOf = ({ id, sequentialId, name, price }: ProductRowFragment) => ({
    id,
    label: name,
    about: `${sequentialId} · ${money(price, currency)}`,
  });
  return (
    <Combobox
      {...field}
      required={required}
      placeholder="Name, number or barcode"
      value={value && choiceOf(value)}
      choices={products.map(choiceOf)}
      total={data?.products.totalCount}
      isLoading={isLoading}
      failure={failure}
      onSearch={search}
      onChange={(choice) => onChange(products.find(({ id }) => id === choice?.id))}
    />
  );
}
