import { useState } from 'react';
import {
  AddBranchDocument,
  type BranchFactsFragment,
  BranchToEditDocument,
  UpdateBranchDocument,
  type Weekday,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useEdit } from '../../base/kit/form/use-edit.tsx';
import { BRANCH } from './branch-fields.ts';
import { CLOSED_WEEKDAYS, ClosedWeekdays } from './closed-weekdays.tsx';

interface DialogProps {
  onSaved: () => void;
  onClose: () => void;
}

/** Adds a branch to a supermarket. */
export function AddBranch({ supermarketId, onSaved, onClose }: DialogProps & { supermarketId: string }) {
  const { run, isRunning, failure } = useAction(AddBranchDocument);
  const [closedWeekdays, setClosedWeekdays] = useState<Weekday[] | null>(null);
  const toast = useToast();
  const save = async (values: FormData) => {
    if (!(await run({ supermarketId, input: { ...BRANCH.valuesIn(values), closedWeekdays } }))) return;
    toast('Branch added');
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title="Add branch"
      label="Add branch"
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
    >
      <BRANCH.Inputs />
      <ClosedWeekdays value={closedWeekdays} onChange={setClosedWeekdays} />
    </FormDialog>
  );
}

/** Changes a branch. */
export function EditBranch({ branch, onSaved, onClose }: DialogProps & { branch: BranchFactsFragment }) {
  const { id } = branch;
  const [closedWeekdays, setClosedWeekdays] = useState(branch.closedWeekdays);
  const toast = useToast();
  const close = () => {
    onSaved();
    onClose();
  };
  const edit = useEdit({
    noun: 'branch',
    start: storedOf(branch),
    labels: { ...BRANCH.labels, closedWeekdays: CLOSED_WEEKDAYS },
    mutation: UpdateBranchDocument,
    variablesOf: (input, ifMatch) => ({ id, input, ifMatch }),
    query: BranchToEditDocument,
    asked: { id },
    storedIn: ({ branch }) => branch && storedOf(branch),
    onKeep: close,
  });
  const save = async (values: FormData) => {
    if (!(await edit.save({ ...BRANCH.valuesIn(values), closedWeekdays }))) return;
    toast('Branch saved');
    close();
  };
  return (
    <FormDialog
      title="Edit branch"
      label={edit.label}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={edit.isRunning}
      failure={edit.failure}
      draft={edit.draft}
    >
      <BRANCH.Inputs record={branch} />
      <ClosedWeekdays value={closedWeekdays} onChange={setClosedWeekdays} />
      {edit.conflict}
    </FormDialog>
  );
}

function storedOf(branch: BranchFactsFragment) {
  const values = { ...BRANCH.valuesOf(branch), closedWeekdays: branch.closedWeekdays };
  return { values, version: branch.version };
}
