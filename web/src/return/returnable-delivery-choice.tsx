import { useState } from 'react';
import { ReturnableDeliveriesDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { type Choice, Combobox } from '../kit/combobox.tsx';
import { day } from '../kit/format.ts';
import { useSettled } from '../kit/use-settled.ts';

interface ReturnableDeliveryChoiceProps {
  value: Choice | undefined;
  onChange: (delivery: Choice | undefined) => void;
}

/** Selects a delivery from which goods can be returned, by its number or by words. */
export function ReturnableDeliveryChoice({ value, onChange }: ReturnableDeliveryChoiceProps) {
  // Undefined until the field is first used.
  const [text, setText] = useState<string>();
  const settled = useSettled(text);
  const { data, isLoading } = useData(
    ReturnableDeliveriesDocument,
    { words: settled || null },
    { isPaused: settled === undefined },
  );
  const isAwaited = isLoading || text !== settled;
  const found = isAwaited ? undefined : data?.deliveries;
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
      choices={first.map(({ id, supermarketName, branchName, deliveryDate }) => ({
        id,
        label: `#${id} · ${supermarketName} · ${branchName}`,
        about: day(deliveryDate),
      }))}
      total={found?.totalCount ?? 0}
      isLoading={isAwaited}
      onSearch={setText}
      onChange={onChange}
    />
  );
}
