import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import {
  CreateTourTemplateDocument,
  type TemplateFactsFragment,
  UpdateTourTemplateDocument,
  type Weekday,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { FieldGroup } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { WeekdayBoxes } from '../../base/kit/form/weekday-boxes.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { type ChosenBranch, BranchSearch } from './branch-search.tsx';
import { type Driver, TourFields, tourIn } from './tour-fields.tsx';
import styles from './tours.module.css';

interface TemplateDialogProps {
  /** The template to change; undefined for a new one. */
  template: TemplateFactsFragment | undefined;
  drivers: readonly Driver[];
  onSaved: () => void;
  onClose: () => void;
}

/** Makes or changes a template of tours: days, branches in their order, driver, vehicle and start. */
export function TemplateDialog({ template, drivers, onSaved, onClose }: TemplateDialogProps) {
  const toast = useToast();
  const [weekdays, setWeekdays] = useState<readonly Weekday[]>(template?.weekdays ?? []);
  const [branches, setBranches] = useState<readonly ChosenBranch[]>(template?.branches ?? []);
  const creating = useAction(CreateTourTemplateDocument, ['TourTemplate']);
  const updating = useAction(UpdateTourTemplateDocument, ['TourTemplate']);
  const save = async (values: FormData) => {
    const input = { ...tourIn(values), weekdays: [...weekdays], branchIds: branches.map(({ id }) => id) };
    const saved = template ? await updating.run({ id: template.id, input }) : await creating.run({ input });
    if (!saved) return;
    toast(`${input.name} saved`);
    onClose();
    onSaved();
  };
  const step = (at: number, by: number) => {
    const branch = branches[at]!;
    setBranches(branches.toSpliced(at, 1).toSpliced(at + by, 0, branch));
  };
  return (
    <FormDialog
      title={template ? `Change ${template.name}` : 'New template'}
      label="Save"
      isBusy={creating.isRunning || updating.isRunning}
      failure={creating.failure ?? updating.failure}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      <TourFields drivers={drivers} tour={template} />
      <FieldGroup
        name="weekdays"
        label="Days of the week"
        missing={weekdays.length === 0 ? 'Select at least one day.' : undefined}
      >
        <WeekdayBoxes value={weekdays} onChange={setWeekdays} />
      </FieldGroup>
      <FieldGroup name="branchIds" label="Branches in the order of the stops">
        <ol className={styles.stops}>
          {branches.map(({ id, name }, index) => (
            <li key={id} className={styles.stop}>
              <span className={styles.position}>{index + 1}</span>
              <span>{name}</span>
              <span>
                <Button
                  isSmall
                  icon={ArrowUp}
                  aria-label={`Move ${name} up`}
                  disabled={index === 0}
                  onClick={() => step(index, -1)}
                />
                <Button
                  isSmall
                  icon={ArrowDown}
                  aria-label={`Move ${name} down`}
                  disabled={index === branches.length - 1}
                  onClick={() => step(index, 1)}
                />
                <Button
                  isSmall
                  icon={X}
                  aria-label={`Remove ${name}`}
                  onClick={() => setBranches(branches.filter((branch) => branch.id !== id))}
                />
              </span>
            </li>
          ))}
        </ol>
        <BranchSearch
          onChosen={(branch) => {
            if (branches.every(({ id }) => id !== branch.id)) setBranches([...branches, branch]);
          }}
        />
      </FieldGroup>
    </FormDialog>
  );
}
