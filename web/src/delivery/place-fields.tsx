import { Link } from 'wouter';
import { DeliveryPlacesDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { ChoiceField } from '../kit/choice-field.tsx';
import { FieldRow } from '../kit/form.tsx';
import { SupermarketChoice } from '../supermarket/supermarket-choice.tsx';

/** Where a delivery goes. */
export interface Place {
  supermarketId: string;
  branchId: string;
}

/** Chooses a supermarket, and then one of its branches. */
export function PlaceFields({ value, onChange }: { value: Place; onChange: (place: Place) => void }) {
  const { supermarketId, branchId } = value;
  const { data } = useData(DeliveryPlacesDocument, { supermarketId }, { isPaused: supermarketId === '' });
  const known = data?.supermarket?.id === supermarketId ? data.supermarket.branches : undefined;
  const branch = known?.find(({ id }) => id === branchId);
  const choices = (known ?? []).map(({ id, name, address }) => ({ id, label: name, about: address }));
  return (
    <FieldRow>
      <SupermarketChoice
        none="Choose a supermarket"
        required
        value={supermarketId}
        onChange={(id) => onChange({ supermarketId: id, branchId: '' })}
      />
      <ChoiceField
        key={supermarketId}
        name="branchId"
        label="Branch"
        none={supermarketId ? 'Choose a branch' : 'Choose a supermarket first'}
        required
        disabled={supermarketId === ''}
        value={branchId}
        onChange={(id) => onChange({ supermarketId, branchId: id })}
        choices={choices}
        hint={
          known?.length === 0 ? (
            <Link href={`/supermarkets/${supermarketId}`}>Add its first branch</Link>
          ) : (
            branch && hintOf(branch)
          )
        }
      />
    </FieldRow>
  );
}

function hintOf({ address, deliveryWindow }: { address: string; deliveryWindow: string | null }): string {
  return deliveryWindow ? `${address}, takes deliveries ${deliveryWindow}` : address;
}
