import type { Client } from 'urql';
import { type Document } from './document.ts';
import { type Failure, failureOf } from './failure.ts';
import { sendOnce } from './send-once.ts';

/** The maximum number of attempts: others can change a record again and again. */
const MAX_ATTEMPTS = 5;

/** The values of a record that a form edits, and its version. */
export interface Stored<Values> {
  values: Values;
  version: string;
}

/** How to change one record, and how to read it again. */
export interface Editing<Values, Variables extends object, Data, Asked extends object> {
  mutation: Document<unknown, Variables>;
  /** `stored` has the values as they were read last, for mutations that replace all of them. */
  variablesOf: (changes: Partial<Values>, ifMatch: string, stored: Values) => Variables;
  query: Document<Data, Asked>;
  asked: Asked;
  /** Returns what the query found; null if the record is gone. */
  storedIn: (data: Data) => Stored<Values> | null;
}

/** The outcome of an edit. A conflict names the fields that somebody else changed to other values. */
export type Edited<Values> =
  | { outcome: 'saved' }
  | { outcome: 'failed'; failure: Failure }
  | { outcome: 'conflict'; stored: Stored<Values>; names: (keyof Values)[] };

/**
 * Sends the changes of a record on the condition that it is as it was seen. Fields that only others changed
 * stay as they are; where a field was changed on both sides, nothing is sent.
 *
 * @param seen the record as the person saw it last
 */
export async function sendEdit<Values extends object, Variables extends object, Data, Asked extends object>(
  client: Client,
  { mutation, variablesOf, query, asked, storedIn }: Editing<Values, Variables, Data, Asked>,
  changes: Partial<Values>,
  seen: Stored<Values>,
): Promise<Edited<Values>> {
  let latest = seen;
  for (let attempt = 1; ; attempt++) {
    const { failure } = await sendOnce(client, mutation, variablesOf(changes, latest.version, latest.values));
    if (!failure) return { outcome: 'saved' };
    if (failure.field !== 'ifMatch' || attempt === MAX_ATTEMPTS) return { outcome: 'failed', failure };
    const read = await client.query(query, asked, { requestPolicy: 'network-only' }).toPromise();
    if (read.error) return { outcome: 'failed', failure: failureOf(read.error) };
    const stored = storedIn(read.data!);
    if (!stored) return { outcome: 'failed', failure: GONE };
    const names = namesIn(changes).filter(
      (name) =>
        !isSame(stored.values[name], latest.values[name]) && !isSame(stored.values[name], changes[name]),
    );
    if (names.length > 0) return { outcome: 'conflict', stored, names };
    latest = stored;
  }
}

const GONE: Failure = {
  code: 'not_found',
  message: 'This record does not exist any more.',
  field: undefined,
  details: [],
};

/** Returns the entered values that differ from those that the form began with. */
export function changesOf<Values extends object>(before: Values, entered: Values): Partial<Values> {
  const changed = namesIn(entered).filter((name) => !isSame(before[name], entered[name]));
  return Object.fromEntries(changed.map((name) => [name, entered[name]])) as unknown as Partial<Values>;
}

/** Returns the names of the values that are set. */
export function namesIn<Values extends object>(values: Partial<Values>): (keyof Values & string)[] {
  return Object.keys(values) as (keyof Values & string)[];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
