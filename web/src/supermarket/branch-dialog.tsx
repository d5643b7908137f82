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
import { BRANCH_LABELS, BranchFields, branchIn, valuesOfBranch } from './branch-fields.tsx';

interface DialogProps {
  onSaved: () => void;
  onClose: () => void;
}

/** Adds a branch to a supermarket. */
export function AddBranch({ supermarketId, onSaved, onClose }: DialogProps & { supermarketId: string }) {
  const { run, isRunning, failure } = useAction(AddBranchDocument);
  const toast = useToast();
  const save = async (values: FormData) => {
    if (!(await run({ supermarketId, input: branchIn(values) }))) return;
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
      <BranchFields />
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
    labels: BRANCH_LABELS,
    mutation: UpdateBranchDocument,
    variablesOf: (input, ifMatch) => ({ id, input, ifMatch }),
    query: BranchToEditDocument,
    asked: { id },
    storedIn: ({ branch }) => branch && storedOf(branch),
    onKeep: close,
  });
  const save = async (values: FormData) => {
    if (!(await edit.save(branchIn(values)))) return;
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
    >
      <BranchFields branch={branch} />
      {edit.conflict}
    </FormDialog>
  );
}

function storedOf(branch: BranchFactsFragment) {
  return { values: valuesOfBranch(branch), version: branch.version };
}
