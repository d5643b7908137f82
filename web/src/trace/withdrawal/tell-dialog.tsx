import { type NoticeFactsFragment, TellNoticeDocument } from '../../generated/operations.ts';
import { MAX_TEXT } from '../../generated/rules.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { SelectField, TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useSession } from '../../base/session/session.tsx';

type Way = NonNullable<NoticeFactsFragment['toldWay']>;

/** How a branch was told, as shown. */
export const WAYS: Record<Way, string> = { PHONE: 'By phone', MAIL: 'By mail', LINK: 'By a link' };

interface TellDialogProps {
  notice: NoticeFactsFragment;
  onSaved: () => void;
  onClose: () => void;
}

/** Records that a branch was told, which is not its answer. */
export function TellDialog({ notice, onSaved, onClose }: TellDialogProps) {
  const { run, isRunning, failure } = useAction(TellNoticeDocument);
  const { person } = useSession();
  const toast = useToast();
  const save = async (values: FormData) => {
    const input = { way: String(values.get('way')) as Way, by: String(values.get('by')) };
    if (!(await run({ id: notice.id, ...input }))) return;
    toast('Branch marked as told');
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={`${notice.branch.name} was told`}
      label="Save"
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
    >
      <SelectField name="way" label="How" defaultValue={notice.toldWay ?? 'PHONE'}>
        {Object.entries(WAYS).map(([way, label]) => (
          <option key={way} value={way}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        name="by"
        label="Told by"
        maxLength={MAX_TEXT}
        required
        defaultValue={notice.toldBy ?? person.name}
        hint="The time is now. Record the answer of the branch with Acknowledge."
      />
    </FormDialog>
  );
}
