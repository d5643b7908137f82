import {
  type SupermarketFactsFragment,
  SupermarketToEditDocument,
  UpdateSupermarketDocument,
} from '../generated/operations.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { numberIn, textIn } from '../kit/text-in.ts';
import { useToast } from '../kit/toast.tsx';
import { type Labels, useEdit } from '../kit/use-edit.tsx';
import { CutOffFields, cutOffIn, cutOffInWords } from './cut-off-fields.tsx';
import { PROMISE_LABELS, PromiseFields, promiseIn } from './promise-fields.tsx';

interface EditSupermarketProps {
  supermarket: SupermarketFactsFragment;
  onSaved: () => void;
  onClose: () => void;
}

type Values = ReturnType<typeof storedOf>['values'];

const PERCENT = { decimals: 2, min: 0, max: 100, required: true } as const;

const LABELS: Labels<Values> = {
  name: 'Name',
  contactEmail: 'Contact e-mail',
  reference: 'Your number',
  targets: ['Targets', ({ onTime, fillRate }) => `On time ${onTime} %, fill rate ${fillRate} %`],
  ...PROMISE_LABELS,
  cutOff: ['Cut-off', cutOffInWords],
};

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
    labels: LABELS,
    mutation: UpdateSupermarketDocument,
    variablesOf: (input, ifMatch) => ({ id, input, ifMatch }),
    query: SupermarketToEditDocument,
    asked: { id },
    storedIn: ({ supermarket }) => supermarket && storedOf(supermarket),
    onKeep: close,
  });
  const save = async (values: FormData) => {
    const saved = await edit.save({
      name: String(values.get('name')),
      contactEmail: String(values.get('contactEmail')),
      reference: textIn(values, 'reference'),
      targets: {
        onTime: numberIn(values, 'targets.onTime')!,
        fillRate: numberIn(values, 'targets.fillRate')!,
      },
      ...promiseIn(values),
      cutOff: cutOffIn(values),
    });
    if (!saved) return;
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
    >
      <TextField name="name" label="Name" defaultValue={supermarket.name} required />
      <TextField
        name="contactEmail"
        label="Contact e-mail"
        type="email"
        defaultValue={supermarket.contactEmail}
        required
      />
      <TextField name="reference" label="Your number" defaultValue={supermarket.reference ?? ''} isOptional />
      <NumberField
        {...PERCENT}
        name="targets.onTime"
        label="Target on time (%)"
        defaultValue={supermarket.targets.onTime}
      />
      <NumberField
        {...PERCENT}
        name="targets.fillRate"
        label="Target fill rate (%)"
        defaultValue={supermarket.targets.fillRate}
      />
      <PromiseFields promised={supermarket} />
      <CutOffFields cutOff={supermarket.cutOff} />
      {edit.conflict}
    </FormDialog>
  );
}

function storedOf(supermarket: SupermarketFactsFragment) {
  const { name, contactEmail, reference, version } = supermarket;
  const { targets, minRemainingDays, minRemainingPercent, refusesShortDated, cutOff } = supermarket;
  const { onTime, fillRate } = targets;
  return {
    values: {
      name,
      contactEmail,
      reference,
      targets: { onTime, fillRate },
      minRemainingDays,
      minRemainingPercent,
      refusesShortDated,
      cutOff: cutOff && { daysBefore: cutOff.daysBefore, time: cutOff.time },
    },
    version,
  };
}
