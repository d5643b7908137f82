import { AcknowledgeNoticeDocument, type NoticeFactsFragment } from '../generated/operations.ts';
import { MAX_TEXT } from '../generated/rules.ts';
import { useAction } from '../graphql/use-action.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { FieldRow } from '../kit/form.tsx';
import { wholeNumber } from '../kit/format.ts';
import { numberIn, textIn } from '../kit/text-in.ts';
import { useToast } from '../kit/toast.tsx';

type Way = NonNullable<NoticeFactsFragment['sentBy']>;

const WAYS: Record<Way, string> = { PHONE: 'By phone', MAIL: 'By mail', LINK: 'By a link' };
const QUANTITIES = [
  ['quantityFound', 'Found'],
  ['quantityDestroyed', 'Destroyed'],
  ['quantityHeld', 'Held'],
] as const;

interface AcknowledgeDialogProps {
  notice: NoticeFactsFragment;
  onSaved: () => void;
  onClose: () => void;
}

/** Records who at a branch knows of the withdrawal, and what was found there. */
export function AcknowledgeDialog({ notice, onSaved, onClose }: AcknowledgeDialogProps) {
  const { run, isRunning, failure } = useAction(AcknowledgeNoticeDocument);
  const toast = useToast();
  const save = async (values: FormData) => {
    const input = {
      acknowledgedBy: String(values.get('acknowledgedBy')),
      sentBy: textIn(values, 'sentBy') as Way | null,
      quantityFound: numberIn(values, 'quantityFound'),
      quantityDestroyed: numberIn(values, 'quantityDestroyed'),
      quantityHeld: numberIn(values, 'quantityHeld'),
    };
    if (!(await run({ id: notice.id, input }))) return;
    toast('Notice saved');
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={`Acknowledgement of ${notice.branch.name}`}
      label="Save"
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
    >
      <TextField
        name="acknowledgedBy"
        label="Acknowledged by"
        maxLength={MAX_TEXT}
        required
        defaultValue={notice.acknowledgedBy ?? ''}
        hint={`Delivered and not returned: ${wholeNumber(notice.quantity)}`}
      />
      <SelectField name="sentBy" label="Notified" defaultValue={notice.sentBy ?? ''}>
        <option value="">Not recorded</option>
        {Object.entries(WAYS).map(([way, label]) => (
          <option key={way} value={way}>
            {label}
          </option>
        ))}
      </SelectField>
      <FieldRow>
        {QUANTITIES.map(([name, label]) => (
          <TextField
            key={name}
            name={name}
            label={label}
            type="number"
            inputMode="numeric"
            min={0}
            step={1}
            isOptional
            defaultValue={notice[name] ?? ''}
          />
        ))}
      </FieldRow>
    </FormDialog>
  );
}
