import { MAX_TEXT } from '../../generated/rules.ts';
import type { TourFactsFragment } from '../../generated/operations.ts';
import { SelectField, TextField } from '../../base/kit/form/field.tsx';
import { textIn } from '../../base/kit/form/text-in.ts';

/** A person who can drive. */
export interface Driver {
  id: string;
  name: string;
}

interface DriverFieldProps {
  drivers: readonly Driver[];
  value?: string | undefined;
}

/** Selects the driver of a tour. */
export function DriverField({ drivers, value = '' }: DriverFieldProps) {
  return (
    <SelectField name="driverId" label="Driver" isOptional defaultValue={value}>
      <option value="">Open</option>
      {drivers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

interface TourFieldsProps {
  drivers: readonly Driver[];
  tour?: Pick<TourFactsFragment, 'name' | 'vehicle' | 'startsAt' | 'driver'> | undefined;
}

/** The fields of a tour, or of a template. */
export function TourFields({ drivers, tour }: TourFieldsProps) {
  return (
    <>
      <TextField name="name" label="Name" required maxLength={MAX_TEXT} defaultValue={tour?.name} />
      <DriverField drivers={drivers} value={tour?.driver?.id} />
      <TextField
        name="vehicle"
        label="Vehicle"
        isOptional
        maxLength={MAX_TEXT}
        defaultValue={tour?.vehicle ?? ''}
      />
      <TextField
        name="startsAt"
        label="Starts at"
        type="time"
        isOptional
        defaultValue={tour?.startsAt ?? ''}
      />
    </>
  );
}

/** Returns what {@link TourFields} were filled with. */
export function tourIn(values: FormData) {
  return {
    name: String(values.get('name')),
    driverId: textIn(values, 'driverId'),
    vehicle: textIn(values, 'vehicle'),
    startsAt: textIn(values, 'startsAt'),
  };
}
