import {
  AddBranchDocument,
  type BranchFactsFragment,
  BranchToEditDocument,
  UpdateBranchDocument,
} from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useToast } from '../kit/toast.tsx';
import { useEdit } from '../kit/use-edit.tsx';
import { BRANCH } from './branch-fields.ts';

interface DialogProps {
  onSaved: () => void;
  onClose: () => void;
}

/** Adds a branch to a supermarket. */
export function AddBranch({ supermarketId, onSaved, onClose }: DialogProps & { supermarketId: string }) {
  const { run, isRunning, failure } = useAction(AddBranchDocument);
  const toast = useToast();
  const save = async (values: FormData) => {
    if (!(await run({ supermarketId, input: BRANCH.valuesIn(values) }))) return;
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
    </FormDialog>
  );
}

/** Changes a branch. */
export function EditBranch({ branch, onSaved, onClose }: DialogProps & { branch: BranchFactsFragment }) {
  const { id } = branch;
  const toast = useToast();
  const close = () => {
    onSaved();
    onClose();
  };
  const edit = useEdit({
    noun: 'branch',
    start: storedOf(branch),
    labels: BRANCH.labels,
    mutation: UpdateBranchDocument,
    variablesOf: (input, ifMatch) => ({ id, input, ifMatch }),
    query: BranchToEditDocument,
    asked: { id },
    storedIn: ({ branch }) => branch && storedOf(branch),
    onKeep: close,
  });
  const save = async (values: FormData) => {
    if (!(await edit.save(BRANCH.valuesIn(values)))) return;
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
      {edit.conflict}
    </FormDialog>
  );
}

function storedOf(branch: BranchFactsFragment) {
  return { values: BRANCH.valuesOf(branch), version: branch.version };
}
