import {
  type SupermarketFactsFragment,
  SupermarketToEditDocument,
  UpdateSupermarketDocument,
} from '../../generated/operations.ts';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useEdit } from '../../base/kit/form/use-edit.tsx';
import { SUPERMARKET } from './supermarket-fields.ts';

interface EditSupermarketProps {
  supermarket: SupermarketFactsFragment;
  onSaved: () => void;
  onClose: () => void;
}

/** Edits a supermarket. */
export function EditSupermarket({ supermarket, onSaved, onClose }: EditSupermarketProps) {
  const { id } = supermarket;
  const toast = useToast();
  const close = () => {
    onSaved();
    onClose();
  };
  const edit = useEdit({
    noun: 'supermarket',
    start: storedOf(supermarket),
    labels: SUPERMARKET.labels,
    mutation: UpdateSupermarketDocument,
    variablesOf: (input, ifMatch) => ({ id, input, ifMatch }),
    query: SupermarketToEditDocument,
    asked: { id },
    storedIn: ({ supermarket }) => supermarket && storedOf(supermarket),
    onKeep: close,
  });
  const save = async (values: FormData) => {
    if (!(await edit.save(SUPERMARKET.valuesIn(values)))) return;
    toast('Supermarket saved');
    close();
  };
  return (
    <FormDialog
      title="Edit supermarket"
      label={edit.label}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={edit.isRunning}
      failure={edit.failure}
      draft={edit.draft}
    >
      <SUPERMARKET.Inputs record={supermarket} />
      {edit.conflict}
    </FormDialog>
  );
}

function storedOf(supermarket: SupermarketFactsFragment) {
  return { values: SUPERMARKET.valuesOf(supermarket), version: supermarket.version };
}
