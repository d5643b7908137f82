import { useState } from 'react';
import { AcknowledgeNoticeDocument, type NoticeFactsFragment } from '../../generated/operations.ts';
import { MAX_TEXT } from '../../generated/rules.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { FieldRow } from '../../base/kit/form/form.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { numberIn } from '../../base/kit/form/text-in.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';

const QUANTITIES = [
  ['found', 'Found'],
  ['destroyed', 'Destroyed'],
  ['held', 'Held'],
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
  // More than was delivered is possible, but more often a mistake: the second click confirms it.
  const [tooMany, setTooMany] = useState<{ found: number; delivered: number }>();
  const save = async (values: FormData) => {
    const input = {
      acknowledgedBy: String(values.get('acknowledgedBy')),
      found: numberIn(values, 'found'),
      destroyed: numberIn(values, 'destroyed'),
      held: numberIn(values, 'held'),
      // What was recorded before is confirmed already.
      confirmed: tooMany?.found ?? notice.found,
    };
    const saved = await run({ id: notice.id, input }, ({ details }) => {
      const asked = details.find(({ problem }) => problem === 'exceeds_delivered');
      setTooMany(asked && { found: input.found!, delivered: Number(asked.values!.max) });
    });
    if (!saved) return;
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
      failure={tooMany ? undefined : failure}
    >
      <TextField
        name="acknowledgedBy"
        label="Acknowledged by"
        maxLength={MAX_TEXT}
        required
        defaultValue={notice.acknowledgedBy ?? ''}
        hint={`Delivered and not returned: ${wholeNumber(notice.quantity)}`}
      />
      <FieldRow>
        {QUANTITIES.map(([name, label]) => (
          <NumberField key={name} name={name} label={label} min={0} isOptional defaultValue={notice[name]} />
        ))}
      </FieldRow>
      {tooMany !== undefined && (
        <Notice tone="warn">
          {wholeNumber(tooMany.found)} is more than was delivered, {wholeNumber(tooMany.delivered)}. Check the
          number, or save it anyway.
        </Notice>
      )}
    </FormDialog>
  );
}
