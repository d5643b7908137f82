import {
  AddBranchDocument,
  type BranchFactsFragment,
  UpdateBranchDocument,
} from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useToast } from '../kit/toast.tsx';
import { BranchFields, branchIn } from './branch-fields.tsx';

interface BranchDialogProps {
  supermarketId: string;
  /** The branch to edit; a new one by default. */
  branch?: BranchFactsFragment;
  onSaved: () => void;
  onClose: () => void;
}

/** Adds a branch to a supermarket, or changes one. */
export function BranchDialog({ supermarketId, branch, onSaved, onClose }: BranchDialogProps) {
  const add = useAction(AddBranchDocument);
  const update = useAction(UpdateBranchDocument);
  const toast = useToast();
  const save = async (values: FormData) => {
    const input = branchIn(values);
    const done = branch
      ? await update.run({ id: branch.id, input })
      : await add.run({ supermarketId, input });
    if (!done) return;
    toast(branch ? 'Branch saved' : 'Branch added');
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={branch ? 'Edit branch' : 'Add branch'}
      label={branch ? 'Save' : 'Add branch'}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={add.isRunning || update.isRunning}
      failure={add.failure ?? update.failure}
    >
      <BranchFields branch={branch} />
    </FormDialog>
  );
}
