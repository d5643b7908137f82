import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { DeliveryPlacesDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { ChoiceField } from '../../base/kit/form/choice-field.tsx';
import { FieldRow } from '../../base/kit/form/form.tsx';
import { SupermarketChoice } from '../../catalogue/supermarket/supermarket-choice.tsx';

/** The destination of a delivery. */
export interface Destination {
  supermarketId: string;
  branchId: string;
}

interface PlaceFieldsProps {
  value: Destination;
  onChange: (place: Destination) => void;
  /**
   * The branch of the delivery that is changed: its supermarket is fixed, and it can stay though it is
   * archived.
   */
  present?: string | undefined;
  /** Called when Enter takes a branch, to go on to the next field. */
  onEntered?: (() => void) | undefined;
}

/**
 * Selects a supermarket and one of its branches; a single branch is selected by default. The branch can be
 * typed while the supermarket is still searched for.
 */
export function PlaceFields({ value, onChange, present, onEntered }: PlaceFieldsProps) {
  const { supermarketId, branchId } = value;
  const [isAwaited, setAwaited] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const { data } = useData(DeliveryPlacesDocument, { supermarketId }, { isPaused: supermarketId === '' });
  const known = data?.supermarket?.id === supermarketId ? data.supermarket.branches : undefined;
  const usable = known?.filter(({ id, archivedAt }) => !archivedAt || id === present);
  const branch = usable?.find(({ id }) => id === branchId);
  const only = usable?.length === 1 ? usable[0]!.id : undefined;
  useEffect(() => {
    if (only !== undefined && branchId === '') onChange({ supermarketId, branchId: only });
  }, [only, branchId, supermarketId, onChange]);
  const choices = (usable ?? []).map(({ id, name, address, reference, gln }) => ({
    id,
    label: name,
    about: address,
    words: [reference, gln].filter(Boolean).join(' '),
  }));
  return (
    <FieldRow ref={row}>
      {present === undefined && (
        <SupermarketChoice
          none="Select a supermarket"
          required
          value={supermarketId}
          onChange={(id) => onChange({ supermarketId: id, branchId: '' })}
          onAwaited={setAwaited}
          onEntered={() => row.current!.querySelector<HTMLElement>('[name=branchId]')!.focus()}
        />
      )}
      <ChoiceField
        name="branchId"
        label="Branch"
        none={supermarketId ? 'Select a branch' : 'Select a supermarket first'}
        required
        isLoading={isAwaited || (supermarketId !== '' && !known)}
        value={branchId}
        onChange={(id) => onChange({ supermarketId, branchId: id })}
        onEntered={onEntered}
        choices={choices}
        hint={
          usable?.length === 0 ? (
            <Link href={`/supermarkets/${supermarketId}`}>Add or restore a branch of this supermarket</Link>
          ) : (
            branch && hintOf(branch)
          )
        }
      />
    </FieldRow>
  );
}

function hintOf({ address, deliveryWindow }: { address: string; deliveryWindow: string | null }): string {
  return deliveryWindow ? `${address} · Delivery window ${deliveryWindow}` : address;
}
