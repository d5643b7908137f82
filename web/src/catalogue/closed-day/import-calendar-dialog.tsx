import { useState } from 'react';
import { type ClosedDayRowFragment, ImportClosedDaysDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { Field, TextArea } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { day } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { textIn } from '../../base/kit/form/text-in.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';

/** The number of days that are shown. Further days are counted. */
const MAX_SHOWN = 30;

interface Preview {
  ics: string;
  added: number;
  unchanged: number;
  keptOpen: number;
  ignored: number;
  days: readonly ClosedDayRowFragment[];
}

interface ImportCalendarDialogProps {
  branchId: string | null;
  onImported: () => void;
  onClose: () => void;
}

/** Adds the days of a calendar file, after showing them. */
export function ImportCalendarDialog({ branchId, onImported, onClose }: ImportCalendarDialogProps) {
  const { run, isRunning, failure } = useAction(ImportClosedDaysDocument);
  const [preview, setPreview] = useState<Preview>();
  const toast = useToast();
  const read = async (values: FormData) => {
    const file = values.get('file');
    const pasted = textIn(values, 'ics');
    const ics = pasted ?? (file instanceof File ? await file.text() : '');
    const result = await run({ branchId, ics, dryRun: true });
    if (result) setPreview({ ics, ...result.importClosedDays });
  };
  const write = async ({ ics }: Preview) => {
    const result = await run({ branchId, ics, dryRun: false });
    if (!result) return;
    toast(`${plural(result.importClosedDays.added, 'closed day')} added`);
    onImported();
    onClose();
  };
  if (preview) {
    const { added, unchanged, keptOpen, ignored, days } = preview;
    return (
      <ConfirmDialog
        title={added > 0 ? `Add ${plural(added, 'closed day')}?` : 'No new closed days'}
        label={added > 0 ? 'Add' : 'Close'}
        isBusy={isRunning}
        failure={failure}
        onConfirm={() => (added > 0 ? void write(preview) : onClose())}
        onClose={onClose}
      >
        {added > 0 && (
          <ul>
            {days.slice(0, MAX_SHOWN).map(({ date, reason }) => (
              <li key={date}>
                {day(date)}
                {reason !== null && ` · ${reason}`}
              </li>
            ))}
          </ul>
        )}
        {added > MAX_SHOWN && <p>{`And ${added - MAX_SHOWN} more.`}</p>}
        {keptOpen > 0 && <p>{`${plural(keptOpen, 'day')} of the file opened in the list: kept open.`}</p>}
        <p>
          {`${plural(unchanged, 'day')} already in the list. ${plural(ignored, 'event')} ignored: with a time, cancelled, or with another rule than a yearly one.`}
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      title="Import calendar"
      label="Preview"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void read(values)}
      onClose={onClose}
    >
      <Field
        name="file"
        label="Calendar file"
        hint="Whole-day events of the next three years (.ics)"
        isOptional
      >
        {(wiring) => <input {...wiring} type="file" name="file" accept=".ics,text/calendar" />}
      </Field>
      <TextArea name="ics" label="Or paste its text" isOptional />
    </FormDialog>
  );
}
