import { useState } from 'react';
import { FindProductsDocument, type ProductRowFragment } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Combobox } from '../kit/combobox.tsx';
import type { FieldProps } from '../kit/field.tsx';
import { money } from '../kit/format.ts';
import { useSettled } from '../kit/use-settled.ts';
import { useSession } from '../session/session.tsx';

type ProductChoiceProps = FieldProps & {
  value: ProductRowFragment | undefined;
  onChange: (product: ProductRowFragment | undefined) => void;
  /** Called when Enter takes a product. */
  onEntered?: () => void;
  /** False where none can be selected, as in filters (default: true). */
  required?: boolean;
};

/** Selects one of the account's products by words of its name, or its number. */
export function ProductChoice({ value, onChange, required = true, ...field }: ProductChoiceProps) {
  const { currency } = useSession().account;
  // Undefined until the field is first used.
  const [text, setText] = useState<string>();
  const settled = useSettled(text);
  const { data, isLoading } = useData(
    FindProductsDocument,
    { filter: { archived: false, ...(settled && { words: settled }) } },
    { isPaused: settled === undefined },
  );
  const isAwaited = isLoading || text !== settled;
  const products = isAwaited ? [] : (data?.products.nodes ?? []);
  const choiceOf = ({ id, sequentialId, name, price }: ProductRowFragment) => ({
    id,
    label: name,
    about: `${sequentialId} · ${money(price, currency)}`,
  });
  return (
    <Combobox
      {...field}
      required={required}
      placeholder="Search by name or number"
      value={value && choiceOf(value)}
      choices={products.map(choiceOf)}
      total={isAwaited ? 0 : data?.products.totalCount}
      isLoading={isAwaited}
      onSearch={setText}
      onChange={(choice) => onChange(products.find(({ id }) => id === choice?.id))}
    />
  );
}
