import { z } from 'zod';
import { CREATE, type Fields } from '../../core/noun/fields.ts';
import { DATE, ID, TEXT } from '../../core/noun/kinds.ts';
import { lengthFirst, timeOfDay } from '../../core/noun/rules.ts';
import { idFilter } from '../../core/noun/record-id.ts';
import { WEEKDAYS } from '../../core/noun/weekdays.ts';
import { MAX_TEMPLATE_BRANCHES, MAX_TOUR_STOPS } from '../limits.ts';

/** A list of ids in their order; a malformed one is that of no record. */
function idList(min: number, max: number, records: string) {
  const list = z.array(idFilter, 'must be an array');
  const tooMany = `must have at most ${max} ${records}`;
  const rule = lengthFirst(min > 0 ? list.min(min, `must have at least ${min}`) : list, max, tooMany);
  return { ...ID, isArray: true, sql: 'bigint[]', rule, shown: z.array(z.string()) } as const;
}

/** A list of the deliveries of a tour. */
export const STOP_IDS = idList(0, MAX_TOUR_STOPS, 'deliveries');

const OPTIONAL = { isOptional: true, isClearable: true } as const;

const DRIVER_ID = {
  kind: { ...ID, rule: idFilter },
  ...OPTIONAL,
  in: ['create', 'change'],
  is: 'the `id` of the driver: an owner, a member or a driver of the account',
} as const;
const VEHICLE = {
  kind: TEXT,
  ...OPTIONAL,
  is: 'the vehicle, such as its number plate; null if it is open',
  inputIs: 'the vehicle, such as its number plate',
} as const;
const STARTS_AT = {
  kind: TEXT,
  rule: timeOfDay,
  ...OPTIONAL,
  is: "the time of day at which it starts, in the account's time zone; null if it is open",
  inputIs: "the time of day at which it starts, in the account's time zone",
  limits: ', HH:MM',
} as const;

export const TOUR_FIELDS = {
  date: { kind: DATE, in: ['create', 'out'], is: 'the day' },
  name: {
    kind: TEXT,
    ...OPTIONAL,
    isComputed: true,
    is: 'the name',
    inputIs: 'the name (default: that of the driver, else `Tour 1`, `Tour 2`, …)',
  },
  driverId: DRIVER_ID,
  vehicle: VEHICLE,
  startsAt: STARTS_AT,
} as const satisfies Fields;

/** The input of a new tour. */
export const NEW_TOUR = {
  ...TOUR_FIELDS,
  deliveryIds: {
    kind: STOP_IDS,
    in: CREATE,
    isOptional: true,
    is: 'the deliveries in the order of the stops',
    limits: `, at most ${MAX_TOUR_STOPS} (default: none)`,
  },
} as const satisfies Fields;

export const TOUR_TEMPLATE_FIELDS = {
  name: { kind: TEXT, is: 'the name' },
  weekdays: { kind: WEEKDAYS, is: 'the days of the week on which `planTours` makes a tour of it' },
  driverId: DRIVER_ID,
  vehicle: VEHICLE,
  startsAt: STARTS_AT,
} as const satisfies Fields;

/** The input of a template: its branches are rows of another table. */
export const TEMPLATE_INPUT = {
  ...TOUR_TEMPLATE_FIELDS,
  branchIds: {
    kind: idList(1, MAX_TEMPLATE_BRANCHES, 'branches'),
    in: ['create', 'change'],
    is: 'the branches in the order of the stops',
    limits: ` (1–${MAX_TEMPLATE_BRANCHES})`,
  },
} as const satisfies Fields;
