import { useState } from 'react';
import { useClient } from 'urql';
import {
  SavedViewsDocument,
  SaveViewDocument,
  ShareViewDocument,
  type ViewedList,
  type ViewFactsFragment,
} from '../../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Checkbox, TextField } from '../kit/form/field.tsx';
import { FormDialog } from '../kit/form/form-dialog.tsx';
import { Conflict } from '../kit/form/use-edit.tsx';
import { May } from '../session/may.tsx';

interface SaveViewDialogProps {
  list: ViewedList;
  search: string;
  /** The views as the person saw them. */
  views: readonly ViewFactsFragment[];
  onSaved: () => void;
  onClose: () => void;
}

/** Asks for the name of a view, and saves it. */
export default function SaveViewDialog({ list, search, views, onSaved, onClose }: SaveViewDialogProps) {
  const saving = useAction(SaveViewDocument);
  const sharing = useAction(ShareViewDocument);
  const client = useClient();
  const [seen, setSeen] = useState(views);
  const [stored, setStored] = useState<{ search: string }>();
  const save = async (values: FormData) => {
    saving.reset();
    sharing.reset();
    setStored(undefined);
    const name = String(values.get('name')).trim().normalize('NFC');
    const isShared = values.has('isShared');
    const replacedIn = (views: readonly ViewFactsFragment[]) =>
      views.find((view) => view.name === name && view.isShared === isShared);
    const view = { list, name, search, ifMatch: replacedIn(seen)?.version };
    const { run, reset } = isShared ? sharing : saving;
    let isStale = false;
    const saved = await run(view, ({ field }) => (isStale = field === 'ifMatch'));
    if (saved) return onSaved();
    if (!isStale) return;
    const { data } = await client
      .query(SavedViewsDocument, { list }, { requestPolicy: 'network-only' })
      .toPromise();
    if (!data) return;
    reset();
    setSeen(data.savedViews);
    setStored({ search: replacedIn(data.savedViews)?.search ?? '' });
  };
  return (
    <FormDialog
      title="Save view"
      label={stored ? 'Save my values' : 'Save'}
      isBusy={saving.isRunning || sharing.isRunning}
      failure={saving.failure ?? sharing.failure}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        maxLength={40}
        pattern=".*\S.*"
        required
        hint="Filters, order and rows per page. Dates such as “Last month” move with the calendar. A view with the same name is replaced."
      />
      <May needs="deliveries:write">
        <Checkbox name="isShared" label="Share with everybody in the account" />
      </May>
      {stored && <Conflict noun="view" labels={LABELS} mine={{ search }} stored={stored} onKeep={onSaved} />}
    </FormDialog>
  );
}

const LABELS = { search: 'Filters and order' };
