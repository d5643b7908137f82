import { useState } from 'react';
import { DeliveryPlacesDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { ChoiceField } from '../../base/kit/form/choice-field.tsx';
import { FieldRow } from '../../base/kit/form/form.tsx';
import { SupermarketChoice } from '../../catalogue/supermarket/supermarket-choice.tsx';

/** A branch that was chosen. */
export interface ChosenBranch {
  id: string;
  name: string;
}

/** Chooses one branch after the other. */
export function BranchSearch({ onChosen }: { onChosen: (branch: ChosenBranch) => void }) {
  const [supermarketId, setSupermarketId] = useState('');
  const { data } = useData(DeliveryPlacesDocument, { supermarketId }, { isPaused: supermarketId === '' });
  const branches = (data?.supermarket?.branches ?? []).filter(({ archivedAt }) => !archivedAt);
  return (
    <FieldRow>
      <SupermarketChoice none="Select a supermarket" value={supermarketId} onChange={setSupermarketId} />
      <ChoiceField
        name="branchId"
        label="Add a branch"
        none={supermarketId ? 'Select a branch' : 'Select a supermarket first'}
        isLoading={supermarketId !== '' && !data}
        value=""
        onChange={(id) => {
          const branch = branches.find((each) => each.id === id);
          if (branch) onChosen({ id, name: branch.name });
        }}
        choices={branches.map(({ id, name, address }) => ({ id, label: name, about: address }))}
      />
    </FieldRow>
  );
}
