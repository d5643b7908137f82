import { numberInWords } from '../delivery/numbers.ts';
import { ReturnableDeliveriesDocument } from '../../generated/operations.ts';
import { type Choice, Combobox } from '../../base/kit/form/combobox.tsx';
import { day } from '../../base/kit/words/format.ts';
import { useSearch } from '../../base/kit/table/use-search.ts';

interface ReturnableDeliveryChoiceProps {
  value: Choice | undefined;
  onChange: (delivery: Choice | undefined) => void;
}

/** Selects a delivery from which goods can be returned, by its number or by words. */
export function ReturnableDeliveryChoice({ value, onChange }: ReturnableDeliveryChoiceProps) {
  const { text, data, failure, isLoading, search } = useSearch(ReturnableDeliveriesDocument, (words) => ({
    words: words || null,
  }));
  const found = data?.deliveries;
  // Other records can have the number in their names.
  const number = text?.replace('#', '');
  const first = (found?.nodes ?? []).toSorted(
    (one, other) => Number(other.id === number) - Number(one.id === number),
  );
  return (
    <Combobox
      name="deliveryId"
      label="Delivery"
      hint="In transit or completed"
      placeholder="Number, branch or product"
      required
      value={value}
      choices={first.map(({ id, reference, supermarketName, branchName, deliveryDate }) => ({
        id,
        label: `${numberInWords({ id, reference })} · ${supermarketName} · ${branchName}`,
        about: day(deliveryDate),
      }))}
      total={found?.totalCount ?? 0}
      isLoading={isLoading}
      failure={failure}
      onSearch={search}
      onChange={onChange}
    />
  );
}
