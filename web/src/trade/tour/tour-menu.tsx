import { PencilLine, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  DeleteTourDocument,
  type TourFactsFragment,
  TourPageDocument,
  UpdateTourDocument,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { useEdit } from '../../base/kit/form/use-edit.tsx';
import { type Action, Menu } from '../../base/kit/layout/menu.tsx';
import { useMay } from '../../base/session/may.tsx';
import { addressOfNotes } from '../delivery/delivery-notes-page.tsx';
import { type Driver, TourFields, tourIn } from './tour-fields.tsx';

interface TourMenuProps {
  tour: TourFactsFragment;
  drivers: readonly Driver[];
  onChange: () => void;
  /** Called when the tour is gone (default: `onChange`). */
  onDeleted?: () => void;
}

/** Shows the actions of a tour. */
export function TourMenu({ tour, drivers, onChange, onDeleted = onChange }: TourMenuProps) {
  const mayWrite = useMay()('deliveries:write');
  const [asked, setAsked] = useState<'change' | 'delete'>();
  const close = () => setAsked(undefined);
  const changes: Action[] = mayWrite
    ? [
        { label: 'Change', icon: PencilLine, run: () => setAsked('change') },
        { label: 'Delete', icon: Trash2, isDangerous: true, run: () => setAsked('delete') },
      ]
    : [];
  const deliveries = tour.stops.flatMap(({ delivery }) => delivery ?? []);
  const sheet = (kind: string) => `/tours/sheets?tour=${tour.id}&sheet=${kind}`;
  return (
    <>
      <Menu
        name={`Actions of ${tour.name}`}
        actions={[
          { label: 'Day sheet', icon: Printer, href: sheet('day') },
          { label: 'Loading list', icon: Printer, href: sheet('loading') },
          ...(deliveries.length > 0
            ? [{ label: 'Notes', icon: Printer, href: addressOfNotes(deliveries) }]
            : []),
          ...changes,
        ]}
      />
      {asked === 'change' && (
        <ChangeTour tour={tour} drivers={drivers} onChanged={onChange} onClose={close} />
      )}
      {asked === 'delete' && <DeleteTour tour={tour} onDeleted={onDeleted} onClose={close} />}
    </>
  );
}

interface ChangeTourProps {
  tour: TourFactsFragment;
  drivers: readonly Driver[];
  onChanged: () => void;
  onClose: () => void;
}

function ChangeTour({ tour, drivers, onChanged, onClose }: ChangeTourProps) {
  const { id } = tour;
  const toast = useToast();
  const nameOf = (driverId: string | null) => drivers.find((each) => each.id === driverId)?.name ?? 'Open';
  const close = () => {
    onClose();
    onChanged();
  };
  const edit = useEdit({
    noun: 'tour',
    start: storedTour(tour),
    labels: { name: 'Name', driverId: ['Driver', nameOf], vehicle: 'Vehicle', startsAt: 'Starts at' },
    mutation: UpdateTourDocument,
    variablesOf: (input, ifMatch) => ({ id, input, ifMatch }),
    query: TourPageDocument,
    asked: { id },
    storedIn: ({ tour }) => tour && storedTour(tour),
    onKeep: close,
  });
  const save = async (values: FormData) => {
    if (!(await edit.save(tourIn(values)))) return;
    toast(`${String(values.get('name'))} saved`);
    close();
  };
  return (
    <FormDialog
      title={`Change ${tour.name}`}
      label={edit.label}
      isBusy={edit.isRunning}
      failure={edit.failure}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      <TourFields drivers={drivers} tour={tour} />
      {edit.conflict}
    </FormDialog>
  );
}

function storedTour({ name, driver, vehicle, startsAt, version }: TourFactsFragment) {
  return { values: { name, driverId: driver?.id ?? null, vehicle, startsAt }, version };
}

interface DeleteTourProps {
  tour: TourFactsFragment;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteTour({ tour, onDeleted, onClose }: DeleteTourProps) {
  const toast = useToast();
  const deleting = useAction(DeleteTourDocument, ['Tour', 'Delivery']);
  const confirm = async () => {
    if (!(await deleting.run({ id: tour.id }))) return;
    toast(`${tour.name} deleted`);
    onClose();
    onDeleted();
  };
  return (
    <ConfirmDialog
      title={`Delete ${tour.name}?`}
      label="Delete tour"
      isDangerous
      isBusy={deleting.isRunning}
      failure={deleting.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>Its deliveries stay as they are, in no tour.</p>
    </ConfirmDialog>
  );
}
