import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Scope, SCOPES } from '../../src/schema/core/caller/scopes.ts';
import { FIELDS, type Guard, ROOTS, TYPES } from '../support/graphql/access.ts';
import { schema } from '../../src/schema/index.ts';
import { ROOT } from '../support/process/process.ts';
import {
  type Asker,
  authScopesOf,
  denial,
  lacking,
  type Member,
  membersOf,
  SESSION,
} from '../support/graphql/grants.ts';
import {
  ANY_KEY,
  ANY_KEYS_ROOTS,
  isForSessionsOnly,
  isPublic,
  PUBLIC_ROOTS,
  PUBLIC_TYPES,
  SCOPED_FIELDS,
  SESSIONS_TYPES,
  SIGNING_IN,
} from '../support/graphql/session-members.ts';

/** Returns the entries of a table that need this kind of permission, apart from those for stops. */
function scopedIn(
  table: Readonly<Record<string, Guard>>,
  kind: string,
): { name: string; parameter: string }[] {
  return Object.entries(table).flatMap(([name, { needs }]) => {
    const [own, parameter = ''] = needs.split(' ');
    return own === kind && !parameter.startsWith('stops') ? [{ name, parameter }] : [];
  });
}

/** The scope that each root field needs, and each field that leads to another resource. */
const roots = scopedIn(ROOTS, 'scope').map(({ name, parameter }) => ({ name, scope: parameter as Scope }));
const crossings = new Map<string, Scope>([
  ...scopedIn(FIELDS, 'scope').map(({ name, parameter }) => [name, parameter as Scope] as const),
  // By product, as in the examples here: the argument decides, which the schema does not say.
  ...['DeliveryAnalytics', 'DeliveryPerformance', 'ReturnAnalytics'].flatMap((type) =>
    ['ranking', 'places'].map((field) => [`${type}.${field}`, 'products:read'] as const),
  ),
]);
/** The types of a resource: callers with its write scope can read what they wrote. */
const records = new Map([
  ...scopedIn(TYPES, 'resource').map(({ name, parameter }) => [name, parameter] as const),
  // Drivers see them too.
  ...scopedIn(TYPES, 'anyScope').map(({ name, parameter }) => [name, parameter.split(':')[0]!] as const),
]);
/** Types that need the read scope of the resource. */
const lists = new Map(scopedIn(TYPES, 'scope').map(({ name, parameter }) => [name, parameter as Scope]));

/** Root fields that need the read scope of any resource that has events. */
const EVENTS_ROOTS = scopedIn(ROOTS, 'events').map(({ name }) => name);
const EVENT_SCOPES: readonly Scope[] = ['deliveries:read', 'returns:read', 'products:read'];

const members = membersOf(schema);
const memberNames = members.map(({ name }) => name);
const EVENTS = [...EVENTS_ROOTS, ...memberNames.filter((name) => name.startsWith('Event.'))];
const isRoot = (name: string) => /^(Query|Mutation|Subscription)\./.test(name);

describe('the table of who may what', () => {
  it('has every root field, and every type or each of its fields', () => {
    const others = memberNames.filter((name) => !(name in ROOTS));
    expect(memberNames.filter(isRoot).toSorted()).toEqual(Object.keys(ROOTS).toSorted());
    expect(others.filter((name) => !(name in FIELDS) && !((name.split('.')[0] ?? '') in TYPES))).toEqual([]);
  });

  it('is what the schema says', async () => {
    const { accessOf } = await import('../../scripts/access.ts');
    expect(await readFile(`${ROOT}/test/access.txt`, 'utf8')).toBe(accessOf(schema));
  });
});

/** Rules that hold whatever is added to the table. */
describe('no line of the table', () => {
  it('reads by a write scope, or writes by a read scope', () => {
    const wrong = roots.filter(({ name, scope }) =>
      name.startsWith('Mutation.') ? !scope.endsWith(':write') : !scope.endsWith(':read'),
    );
    expect(wrong).toEqual([]);
  });

  it('lets a key manage people, keys or sessions, or read who did what', () => {
    const personal =
      /apikey|person|people|invit|session|password|factor|recoverycode|role|changename|email|audit|updateaccount|signout|textconflict/i;
    const open = Object.entries(ROOTS).filter(
      ([name, guard]) => personal.test(name) && guard.for.includes('key'),
    );
    // Anyone can ask whether somebody is signed in, or open a session.
    expect(open.map(([name]) => name).toSorted()).toEqual(
      [...PUBLIC_ROOTS, ...SIGNING_IN].filter((name) => personal.test(name)).toSorted(),
    );
    for (const name of [...PUBLIC_ROOTS, ...SIGNING_IN]) expect(ROOTS[name]!.needs).toBe('public');
  });

  it('is for anyone, but for signing in', () => {
    expect([...PUBLIC_ROOTS, ...SIGNING_IN].toSorted()).toEqual([
      'Mutation.acceptInvitation',
      'Mutation.requestPasswordReset',
      'Mutation.resetPassword',
      'Mutation.signIn',
      'Mutation.signUp',
      'Query.invitationOffer',
      'Query.passwordResetByMail',
      'Query.session',
      'Query.signUpAllowed',
    ]);
  });
});

/** Returns the name of each member that `denied` says something else about than it should. */
async function wrong(
  members: readonly Member[],
  asker: Asker,
  isRight: (denied: Awaited<ReturnType<typeof denial>>) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const member of members) {
    const denied = await denial(member, asker);
    if (!isRight(denied)) found.push(`${member.name}: ${denied ? denied.message : 'granted'}`);
  }
  return found;
}

const isGranted = (denied: unknown) => denied === undefined;
const lacks = (scope: Scope) => (denied?: Error) => denied?.message === lacking(scope);
const isRefused = (denied?: { code: string }) => denied?.code === 'insufficient_scope';

it('is declared for each field', () => {
  const undeclared = members.filter(({ name, type, field }) => {
    const scopes = authScopesOf(field) ?? (isRoot(name) ? undefined : authScopesOf(type));
    return typeof scopes !== 'object' || Object.keys(scopes).length === 0;
  });
  expect(undeclared.map(({ name }) => name)).toEqual([]);
});

it('denies all that is not public without a key', async () => {
  const closed = members.filter((member) => !isPublic(member));
  expect(closed.length).toBeGreaterThan(500);
  expect(await wrong(closed, null, (denied) => denied?.code === 'unauthorized')).toEqual([]);
});

it('grants to a key without scopes what is for any key, and nothing else', async () => {
  const others = members.filter((member) => !isPublic(member) && !isForAnyKey(member));
  expect(await wrong(members.filter(isForAnyKey), [], isGranted)).toEqual([]);
  expect(await wrong(others, [], isRefused)).toEqual([]);
});

it('grants each root field by its scope, and by nothing else', async () => {
  const found: string[] = [];
  for (const { name, scope } of roots) {
    const others = SCOPES.filter((each) => each !== scope);
    const member = [memberOf(name)];
    found.push(...(await wrong(member, [scope], (denied) => !lacks(scope)(denied))));
    for (const scopes of [...others.map((each) => [each]), others])
      found.push(...(await wrong(member, scopes, lacks(scope))));
  }
  expect(found).toEqual([]);
});

it('grants events to callers who may read any resource of events', async () => {
  const ofEvents = EVENTS.map(memberOf);
  const others = SCOPES.filter((scope) => !EVENT_SCOPES.includes(scope));
  expect(await wrong(ofEvents, others, isRefused)).toEqual([]);
  for (const scope of EVENT_SCOPES) expect(await wrong(ofEvents, [scope], isGranted)).toEqual([]);
});

it('needs for a field of a record a scope of its resource', async () => {
  const found: string[] = [];
  for (const member of members.filter(isOfResource)) {
    const resource = records.get(member.type.name);
    const sufficient = SCOPES.filter((scope) =>
      resource === undefined ? scope === lists.get(member.type.name) : scope.startsWith(`${resource}:`),
    );
    const others = SCOPES.filter((scope) => !sufficient.includes(scope));
    found.push(...(await wrong([member], others, isRefused)));
    for (const scope of sufficient)
      found.push(...(await wrong([member], [scope, crossings.get(member.name) ?? scope], isGranted)));
  }
  expect(found).toEqual([]);
});

it('needs for a field that leads to another resource also the scope of that', async () => {
  const found: string[] = [];
  for (const [name, scope] of crossings) {
    const others = SCOPES.filter((each) => each !== scope);
    found.push(...(await wrong([memberOf(name)], others, lacks(scope))));
  }
  expect(found).toEqual([]);
});

it('grants to sessions all but signing in, and to keys nothing that is for sessions', async () => {
  const signingIn = SIGNING_IN.map(memberOf);
  expect(
    await wrong(
      members.filter((member) => !signingIn.includes(member) && !isForKeysOnly(member)),
      SESSION,
      isGranted,
    ),
  ).toEqual([]);
  expect(await wrong(signingIn, SCOPES, isRefused)).toEqual([]);
  const refusal = 'API keys cannot do this. Sign in to the web page at /settings';
  const ofSessions = members.filter(isForSessionsOnly);
  expect(
    await wrong(ofSessions, SCOPES, (denied) => isRefused(denied) && denied?.message === refusal),
  ).toEqual([]);
});

it('grants public queries to anyone', async () => {
  expect(await wrong(PUBLIC_ROOTS.map(memberOf), null, isGranted)).toEqual([]);
});

function isOfResource({ name, type }: Member): boolean {
  if (type.name === 'RotatedKey') return false;
  const isOthers =
    [...ANY_KEY, ...PUBLIC_TYPES, ...SESSIONS_TYPES].includes(type.name) || EVENTS.includes(name);
  return !isRoot(name) && !isOthers;
}

function isForAnyKey(member: Member): boolean {
  if (isForKeysOnly(member)) return true;
  const isAccounts = ANY_KEYS_ROOTS.includes(member.name) || ANY_KEY.includes(member.type.name);
  return isAccounts && !isForSessionsOnly(member) && !SCOPED_FIELDS.includes(member.name);
}

function memberOf(name: string): Member {
  return members.find((each) => each.name === name)!;
}

function isForKeysOnly({ name, type }: Member): boolean {
  return name === 'Mutation.rotateOwnKey' || type.name === 'RotatedKey';
}
