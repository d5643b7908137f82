/** The days of the model, by their number. */
export const DAYS = [2, 3] as const;
export const PEOPLE = ['Ann', 'Ben', 'Vera'] as const;

interface Delivery {
  /** The number of the order and that of its version, such as `3.0`. */
  name: string;
  id: bigint;
  branch: number;
  day: number;
  status: 'pending' | 'completed' | 'cancelled';
}

export interface Tour {
  key: number;
  /** Unknown until the tour that was made is found. */
  id: bigint | undefined;
  day: number;
  name: string;
  driver: string | null;
  startsAt: string | null;
  template: number | null;
  /** Names of deliveries in the order of the stops. */
  stops: string[];
}

export interface Template {
  branches: number[];
  driver: string | null;
  name: string;
}

/** Tours of an account, computed a second time: plain lists, one write after the other. */
export interface Fleet {
  /** In the order in which they were created. */
  deliveries: Delivery[];
  tours: Tour[];
  /** All for every weekday, in their order; undefined once they were deleted. */
  templates: (Template | undefined)[];
  /** Who is left, and whether they can drive. */
  people: Partial<Record<string, boolean>>;
  keys: number;
}

/** A write: it names tours by their keys, and deliveries by their names. */
export type Write =
  | {
      do: 'create';
      day: number;
      deliveries: string[];
      driver: string | null;
      name: string | null;
      takeOver: boolean;
    }
  | { do: 'order'; tour: number; deliveries: string[]; takeOver: boolean; seen: string | null }
  | { do: 'update'; tour: number; change: TourChange; seen: string | null }
  | { do: 'copy'; tour: number; day: number }
  | { do: 'use'; template: number; day: number }
  | { do: 'plan'; day: number; like: number | null }
  | { do: 'deleteTour'; tour: number }
  | { do: 'deleteTemplate'; template: number }
  | { do: 'revise'; delivery: string; day: number | null }
  | { do: 'cancel' | 'complete'; delivery: string }
  | { do: 'remove' | 'demote'; person: string };

interface TourChange {
  driver?: string | null;
  name?: string | null;
  startsAt?: string | null;
}

const DONE = 'done';
const refusal = (code: string, field: string | null = null, problem = code) => `${code} ${field} ${problem}`;

/** Returns what the version of a tour depends on. */
export function contentOf({ name, driver, startsAt, template, stops }: Tour): string {
  return JSON.stringify([name, driver, startsAt, template, stops]);
}

/** Returns the name of the version that follows. */
export function nextVersion(name: string): string {
  const [order, version] = name.split('.') as [string, string];
  return `${order}.${Number(version) + 1}`;
}

/** Returns the tours of a day in their order. */
export function toursOfDay({ tours }: Fleet, day: number): Tour[] {
  const rank = ({ startsAt }: Tour) => startsAt ?? '99:99';
  return tours
    .filter((tour) => tour.day === day)
    .toSorted((one, other) => compare(rank(one), rank(other)) || compare(one.name, other.name));
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Makes a write, and returns `done` or the error. */
export function make(fleet: Fleet, write: Write): string {
  switch (write.do) {
    case 'create':
      return create(fleet, write);
    case 'order': {
      const tour = fleet.tours.find(({ key }) => key === write.tour);
      if (!tour) return refusal('not_found');
      if (write.seen !== null && write.seen !== contentOf(tour))
        return refusal('precondition_failed', 'ifMatch');
      return put(fleet, tour, write);
    }
    case 'update':
      return update(fleet, write);
    case 'copy': {
      const tour = fleet.tours.find(({ key }) => key === write.tour);
      if (!tour) return refusal('not_found');
      fill(fleet, write.day, patternOf(fleet, tour));
      return DONE;
    }
    case 'use': {
      const template = fleet.templates[write.template];
      if (!template) return refusal('not_found');
      fill(fleet, write.day, { ...template, startsAt: null, template: write.template });
      return DONE;
    }
    case 'plan':
      plan(fleet, write);
      return DONE;
    case 'deleteTour': {
      const at = fleet.tours.findIndex(({ key }) => key === write.tour);
      if (at < 0) return refusal('not_found');
      fleet.tours.splice(at, 1);
      return DONE;
    }
    case 'deleteTemplate':
      if (!fleet.templates[write.template]) return refusal('not_found');
      fleet.templates[write.template] = undefined;
      for (const tour of fleet.tours) if (tour.template === write.template) tour.template = null;
      return DONE;
    case 'revise':
      return revise(fleet, write);
    case 'cancel':
    case 'complete':
      return move(fleet, write);
    case 'remove':
    case 'demote':
      return letGo(fleet, write);
  }
}

/** Returns the error of a person who is to drive. */
function cannotDrive({ people }: Fleet, driver: string | null | undefined): string | undefined {
  if (driver == null) return undefined;
  if (people[driver] === undefined) return refusal('not_found', 'driverId');
  return people[driver] ? undefined : refusal('validation_error', 'driverId', 'cannot_drive');
}

function freeName({ tours }: Fleet, day: number, except?: Tour): string {
  const names = new Set(tours.flatMap((tour) => (tour.day === day && tour !== except ? tour.name : [])));
  for (let number = 1; ; number++) if (!names.has(`Tour ${number}`)) return `Tour ${number}`;
}

function create(fleet: Fleet, { day, driver, name, deliveries, takeOver }: Write & { do: 'create' }): string {
  const refused = cannotDrive(fleet, driver);
  if (refused) return refused;
  const named = name ?? driver ?? freeName(fleet, day);
  const tour = { id: undefined, day, name: named, driver, startsAt: null, template: null, stops: [] };
  const created: Tour = { key: ++fleet.keys, ...tour };
  const result = put(fleet, created, { deliveries, takeOver });
  if (result === DONE) fleet.tours.push(created);
  return result;
}

/** Makes deliveries the stops of a tour. */
function put(
  fleet: Fleet,
  tour: Tour,
  { deliveries, takeOver }: { deliveries: string[]; takeOver: boolean },
): string {
  const others = fleet.tours.filter(({ key }) => key !== tour.key);
  for (const [at, name] of deliveries.entries()) {
    const field = `deliveryIds[${at}]`;
    const { status, day } = fleet.deliveries.find((each) => each.name === name)!;
    if (deliveries.indexOf(name) < at) return refusal('validation_error', field, 'repeated');
    if (status === 'cancelled') return refusal('validation_error', field, 'delivery_cancelled');
    if (day !== tour.day) return refusal('validation_error', field, 'other_date');
    if (!takeOver && others.some(({ stops }) => stops.includes(name)))
      return refusal('validation_error', field, 'in_other_tour');
  }
  for (const each of others) each.stops = each.stops.filter((name) => !deliveries.includes(name));
  tour.stops = [...deliveries];
  return DONE;
}

function update(fleet: Fleet, { tour: key, change, seen }: Write & { do: 'update' }): string {
  const tour = fleet.tours.find((each) => each.key === key);
  if (!tour) return refusal('not_found');
  if (seen !== null && seen !== contentOf(tour)) return refusal('precondition_failed', 'ifMatch');
  const refused = cannotDrive(fleet, change.driver);
  if (refused) return refused;
  if (change.driver !== undefined) tour.driver = change.driver;
  if (change.startsAt !== undefined) tour.startsAt = change.startsAt;
  if (change.name === null) tour.name = tour.driver ?? freeName(fleet, tour.day, tour);
  else if (change.name !== undefined) tour.name = change.name;
  return DONE;
}

type Pattern = Pick<Tour, 'name' | 'driver' | 'startsAt' | 'template'> & { branches: number[] };

function patternOf({ deliveries }: Fleet, { stops, ...tour }: Tour): Pattern {
  const branches = stops.map((stop) => deliveries.find(({ name }) => name === stop)!.branch);
  return { ...tour, branches: [...new Set(branches)] };
}

/** Adds what is free to a tour, or makes a new one. */
function fill(fleet: Fleet, day: number, pattern: Pattern, existing?: Tour): void {
  const planned = new Set(fleet.tours.flatMap(({ stops }) => stops));
  const free = fleet.deliveries.filter(
    (delivery) => delivery.day === day && delivery.status !== 'cancelled' && !planned.has(delivery.name),
  );
  const taken = pattern.branches.flatMap((branch) => free.filter((delivery) => delivery.branch === branch));
  const stops = taken.map(({ name }) => name);
  const { name, driver, startsAt, template } = pattern;
  if (existing) existing.stops.push(...stops);
  else fleet.tours.push({ key: ++fleet.keys, id: undefined, day, name, driver, startsAt, template, stops });
}

function plan(fleet: Fleet, { day, like }: Write & { do: 'plan' }): void {
  const before = toursOfDay(fleet, day);
  const patterns: Pattern[] =
    like === null
      ? fleet.templates.flatMap((template, at) =>
          template ? { ...template, startsAt: null, template: at } : [],
        )
      : toursOfDay(fleet, like).map((tour) => patternOf(fleet, tour));
  for (const pattern of patterns) {
    const existing = before.find((tour) =>
      like === null ? tour.template === pattern.template : tour.name === pattern.name,
    );
    fill(fleet, day, pattern, existing);
    if (fleet.tours.at(-1)!.stops.length === 0 && !existing) fleet.tours.pop();
  }
}

function revise(fleet: Fleet, { delivery: name, day }: Write & { do: 'revise' }): string {
  const old = fleet.deliveries.find((each) => each.name === name)!;
  if (old.status !== 'pending') return refusal('invalid_transition', 'status', 'wrong_status');
  const next = { ...old, name: nextVersion(name), id: 0n, day: day ?? old.day };
  old.status = 'cancelled';
  fleet.deliveries.push(next);
  for (const tour of fleet.tours) {
    const at = tour.stops.indexOf(name);
    if (at >= 0) tour.stops.splice(at, 1, ...(next.day === old.day ? [next.name] : []));
  }
  return DONE;
}

function move(fleet: Fleet, { do: to, delivery: name }: Write & { do: 'cancel' | 'complete' }): string {
  const delivery = fleet.deliveries.find((each) => each.name === name)!;
  if (delivery.status !== 'pending') return refusal('invalid_transition', 'status', 'wrong_status');
  delivery.status = to === 'cancel' ? 'cancelled' : 'completed';
  if (to === 'cancel')
    for (const tour of fleet.tours) tour.stops = tour.stops.filter((stop) => stop !== name);
  return DONE;
}

function letGo(fleet: Fleet, { do: how, person }: Write & { do: 'remove' | 'demote' }): string {
  if (fleet.people[person] === undefined) return refusal('not_found');
  if (how === 'remove') delete fleet.people[person];
  else fleet.people[person] = false;
  for (const each of [...fleet.tours, ...fleet.templates]) if (each?.driver === person) each.driver = null;
  return DONE;
}
