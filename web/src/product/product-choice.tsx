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
  /** Whether none can be selected, as in filters. */
  isClearable?: boolean;
};

/** Selects one of the account's products by a part of its name, or its number. */
export function ProductChoice({ value, onChange, isClearable = false, ...field }: ProductChoiceProps) {
  const { currency } = useSession().account;
  // Undefined until the field is first used.
  const [text, setText] = useState<string>();
  const settled = useSettled(text);
  const { data, isLoading } = useData(
    FindProductsDocument,
    { filter: { archived: false, ...(settled && { search: settled }) } },
    { isPaused: settled === undefined },
  );
  const isAwaited = isLoading || text !== settled;
  const products = isAwaited ? [] : (data?.products.nodes ?? []);
  const choiceOf = ({ id, name, price }: ProductRowFragment) => ({
    id,
    label: name,
    about: money(price, currency),
  });
  return (
    <Combobox
      {...field}
      required={!isClearable}
      placeholder="Search by name or number"
      value={value && choiceOf(value)}
      choices={products.map(choiceOf)}
      isLoading={isAwaited}
      onSearch={setText}
      onChange={(choice) => onChange(products.find(({ id }) => id === choice?.id))}
    />
  );
}
