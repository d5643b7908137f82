import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Scope, SCOPES } from '../../src/schema/caller/scopes.ts';
import { FIELDS, type Guard, ROOTS, TYPES } from '../support/graphql/access.ts';
import { schema } from '../../src/schema/index.ts';
import { ROOT } from '../support/process/process.ts';
import { authScopesOf, denial, lacking, membersOf } from '../support/graphql/grants.ts';
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

/** What the table of who may what says needs a scope of the keys, by the permission that decides. */
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
  ['DeliveryAnalytics.ranking', 'products:read'],
  ['DeliveryPerformance.ranking', 'products:read'],
  ['ReturnAnalytics.ranking', 'products:read'],
]);
/** The types of a resource: callers with its write scope can read what they wrote. */
const records = new Map(scopedIn(TYPES, 'resource').map(({ name, parameter }) => [name, parameter]));
/** Types that need the read scope of the resource. */
const lists = new Map(scopedIn(TYPES, 'scope').map(({ name, parameter }) => [name, parameter as Scope]));

/** What needs the read scope of any resource that has events. */
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

/** What holds whatever is added to the table. */
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

it.each(members)('declares who may see $name', ({ name, type, field }) => {
  const onField = authScopesOf(field);
  const onType = isRoot(name) ? undefined : authScopesOf(type);
  expect(onField ?? onType).toBeTypeOf('object');
  expect(Object.keys(onField ?? onType ?? {})).not.toEqual([]);
});

it.each(members.filter((member) => !isPublic(member)))('denies $name without a key', async (member) => {
  expect(await denial(member, null)).toMatchObject({ code: 'unauthorized' });
});

const ofSomeKeys = members.filter((member) => !isPublic(member) && !isForAnyKey(member));
it.each(ofSomeKeys)('denies $name to a key without scopes', async (member) => {
  expect(await denial(member, [])).toMatchObject({ code: 'insufficient_scope' });
});

it.each(members.filter(isForAnyKey))('grants $name to any key', async (member) => {
  expect(await denial(member, [])).toBeUndefined();
});

describe.each(roots)('$name', ({ name, scope }) => {
  const member = memberOf(name);

  it(`is granted by ${scope}`, async () => {
    const denied = await denial(member, [scope]);
    expect(denied?.message).not.toBe(lacking(scope));
  });

  it('is granted by nothing else', async () => {
    const others = SCOPES.filter((each) => each !== scope);
    for (const scopes of [...others.map((each) => [each]), others]) {
      expect(await denial(member, scopes)).toMatchObject({ message: lacking(scope) });
    }
  });
});

it.each(EVENTS)('grants %s to callers who may read any resource of events', async (name) => {
  const member = memberOf(name);
  const others = SCOPES.filter((scope) => !EVENT_SCOPES.includes(scope));
  expect(await denial(member, others)).toMatchObject({ code: 'insufficient_scope' });
  for (const scope of EVENT_SCOPES) expect(await denial(member, [scope])).toBeUndefined();
});

describe.each(members.filter(isOfResource))('$name', (member) => {
  const { type, name } = member;
  const resource = records.get(type.name);
  const sufficient = SCOPES.filter((scope) =>
    resource === undefined ? scope === lists.get(type.name) : scope.startsWith(`${resource}:`),
  );

  it('needs a scope of its resource', async () => {
    const others = SCOPES.filter((scope) => !sufficient.includes(scope));
    expect(await denial(member, others)).toMatchObject({ code: 'insufficient_scope' });
    for (const scope of sufficient) {
      expect(await denial(member, [scope, crossings.get(name) ?? scope])).toBeUndefined();
    }
  });
});

it.each([...crossings])('needs for %s also %s', async (name, scope) => {
  const member = memberOf(name);
  const others = SCOPES.filter((each) => each !== scope);
  expect(await denial(member, others)).toMatchObject({ message: lacking(scope) });
});

function isOfResource({ name, type }: (typeof members)[number]): boolean {
  const isOthers =
    [...ANY_KEY, ...PUBLIC_TYPES, ...SESSIONS_TYPES].includes(type.name) || EVENTS.includes(name);
  return !isRoot(name) && !isOthers;
}

function isForAnyKey(member: (typeof members)[number]): boolean {
  const isAccounts = ANY_KEYS_ROOTS.includes(member.name) || ANY_KEY.includes(member.type.name);
  return isAccounts && !isForSessionsOnly(member) && !SCOPED_FIELDS.includes(member.name);
}

function memberOf(name: string) {
  return members.find((each) => each.name === name)!;
}
