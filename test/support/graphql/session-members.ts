import { FIELDS, type Guard, type Root, ROOTS, TYPES } from './access.ts';
import type { Member } from './grants.ts';

/** The permissions of any key, whatever its scopes; the log of requests shows a key its own. */
const OF_ANY_KEY = new Set(['account', 'caller', 'requestLog']);

/** Types that only a signed-in user can read; no key can, whatever its scopes. */
export const SESSIONS_TYPES = namesIn(TYPES, isForSessions);
const SESSIONS_FIELDS = namesIn(FIELDS, isForSessions);
export const SESSIONS_ROOTS = namesIn(ROOTS, isForSessions);

/** Types that any key can see, because they are only about the account and its limits, or part of a list. */
export const ANY_KEY = namesIn(TYPES, ({ needs }) => OF_ANY_KEY.has(needs));
export const ANY_KEYS_ROOTS = namesIn(ROOTS, ({ needs }) => OF_ANY_KEY.has(needs));

/** Root fields that anybody can use, and those for signing in or resetting a password. */
export const PUBLIC_ROOTS = publicRoots('Query');
export const SIGNING_IN = publicRoots('Mutation');
/** Types that only public root fields return. */
export const PUBLIC_TYPES = namesIn(TYPES, ({ needs }) => needs === 'public');

/** Fields that need a scope, although their type does not. */
export const SCOPED_FIELDS = namesIn(FIELDS, ({ needs }) => needs.startsWith('scope '));

export function isForSessionsOnly({ name, type }: Member): boolean {
  return SESSIONS_TYPES.includes(type.name) || [...SESSIONS_FIELDS, ...SESSIONS_ROOTS].includes(name);
}

export function isPublic({ name, type }: Member): boolean {
  return PUBLIC_TYPES.includes(type.name) || [...PUBLIC_ROOTS, ...SIGNING_IN].includes(name);
}

/** Returns how the example of an operation is sent; `account` has fields that keys cannot read. */
export function proofFor(name: string): 'key' | 'session' {
  const isOfSession = [...SESSIONS_ROOTS, ...SIGNING_IN, 'Query.account'].some((root) =>
    root.endsWith(`.${name}`),
  );
  return isOfSession ? 'session' : 'key';
}

function isForSessions(guard: Guard): boolean {
  return !guard.for.includes('key');
}

function publicRoots(type: string): string[] {
  return namesIn<Root>(ROOTS, ({ needs }, name) => needs === 'public' && name.startsWith(`${type}.`));
}

function namesIn<Line extends Guard>(
  table: Readonly<Record<string, Line>>,
  is: (line: Line, name: string) => boolean,
): string[] {
  return Object.entries(table).flatMap(([name, line]) => (is(line, name) ? [name] : []));
}
