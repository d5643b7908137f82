import { describe, expect, it } from 'vitest';
import { ROOTS } from '../../../support/graphql/access.ts';
import { schema } from '../../../../src/schema/index.ts';
import { type Role, ROLES } from '../../../../src/schema/core/caller/roles.ts';
import { denial, membersOf } from '../../../support/graphql/grants.ts';

const roots = membersOf(schema).filter(({ name }) => /^(Query|Mutation|Subscription)\./.test(name));

/** Opening a session and resetting a password refuse who is signed in, in words of their own. */
const isForSigningIn = (name: string) => name.startsWith('Mutation.') && ROOTS[name]!.needs === 'public';

it.each(ROLES)(
  'grants to the role %s what the table of who may what says, and nothing else',
  async (role) => {
    for (const root of roots.filter(({ name }) => !isForSigningIn(name))) {
      const denied = await denial(root, role);
      const expected = ROOTS[root.name]!.for.includes(role) ? undefined : 'insufficient_scope';
      expect([root.name, denied?.code]).toEqual([root.name, expected]);
    }
  },
);

/** Returns the mutations of a role, but for those that need one of these permissions. */
function mutationsOf(role: Role, ...needs: string[]): string[] {
  return Object.entries(ROOTS).flatMap(([name, root]) =>
    name.startsWith('Mutation.') && root.for.includes(role) && !needs.includes(root.needs) ? [name] : [],
  );
}

/** The limits of the roles, whatever is added to the table. */
describe('no role but', () => {
  // An import needs the scope of what its file has, which is known when it runs.
  const IMPORTS = ['Mutation.cancelImport', 'Mutation.startImport'];
  const OWN = ['public', 'session', 'reader'];

  it('owners, members and developers changes more than its own name, password, sessions and views', () => {
    expect(mutationsOf('viewer', ...OWN)).toEqual(IMPORTS);
    expect(mutationsOf('driver', 'public', 'session', 'scope stops:write')).toEqual([]);
  });

  it('owners and members changes records', () => {
    const others = mutationsOf('developer', ...OWN, 'scope webhooks:write', 'manager keys');
    expect(others).toEqual(IMPORTS);
  });

  it('owners manages people and the account, or reads the audit log', () => {
    const managed = Object.entries(ROOTS).filter(([, { needs }]) => needs === 'manager account');
    expect(managed.length).toBeGreaterThan(5);
    for (const [name, root] of managed) expect([name, root.for]).toEqual([name, ['owner']]);
    const ofOthers = /^\w+\.(people|auditLog|invitations|invitePerson|\w+Of|changeRole|removePerson)$/;
    expect(
      Object.keys(ROOTS)
        // The price of a product is nobody's.
        .filter((name) => ofOthers.test(name) && name !== 'Query.priceOf')
        .map((name) => ROOTS[name]!.needs),
    ).toEqual(Array.from({ length: 8 }, () => 'manager account'));
  });
});

/** The fields that a driver can read beside introspection: stops without prices, and data of the driver. */
const OF_DRIVERS = new Set(
  [
    'Account.address Account.assistantsMayWrite Account.closedWeekdays Account.country Account.createdAt Account.currency Account.email',
    'Account.gln Account.id Account.logo Account.logsRequestBodies Account.name Account.phone Account.plan Account.publicHolidays',
    'Account.receiptLinkCompletes Account.refusesClosedDays Account.refusesLateOrders Account.refusesWithdrawn',
    'Account.restingSince Account.requestsPerHour Account.requestsPerMinute Account.timeZone Account.version',
    'Account.warmestChilled Account.warmestFrozen',
    'Logo.height Logo.id Logo.mediaType Logo.url Logo.width',
    'InvitationOffer.company InvitationOffer.email InvitationOffer.expiresAt InvitationOffer.name InvitationOffer.role',
    'Person.createdAt Person.email Person.hasSecondFactor Person.id Person.name Person.role Person.version',
    'RecoveryCodes.codes SecondFactorSetup.secret SecondFactorSetup.uri',
    'Session.account Session.createdAt Session.expiresAt Session.id Session.isCurrent Session.lastUsedAt',
    'Session.person Session.userAgent',
    'Stop.cancelledAt Stop.cancelledBy Stop.completedBy Stop.totalQuantity Stop.totalWeight',
    'Stop.address Stop.branchName Stop.completedAt Stop.deliveryDate Stop.deliveryWindow Stop.hasWithdrawnLots Stop.id',
    'Stop.lines Stop.notes Stop.phone Stop.receivedAt Stop.receivedBy Stop.reference Stop.status Stop.supermarketName',
    'StopLine.lots StopLine.name StopLine.productId StopLine.quantity StopLine.returnedQuantity StopLine.unit',
    'StopLot.bestBefore StopLot.isWithdrawn StopLot.lot StopLot.quantity StopLot.useBy',
    'ContainerType.archivedAt ContainerType.code ContainerType.id ContainerType.name',
    'DeliveryContainer.back DeliveryContainer.out DeliveryContainer.type Stop.containers',
    'Tour.date Tour.driver Tour.id Tour.name Tour.progress Tour.startsAt Tour.stops Tour.vehicle Tour.version',
    'TourDriver.id TourDriver.name TourProgress.completed TourProgress.stops TourStop.position TourStop.stop',
  ].flatMap((names) => names.split(' ')),
);

it('refuses every field of the schema to drivers, but for the table of this file', async () => {
  const fields = membersOf(schema).filter((member) => !roots.some(({ name }) => name === member.name));
  const granted = [];
  for (const field of fields) if (!(await denial(field, 'driver'))) granted.push(field.name);
  expect(granted.toSorted()).toEqual([...OF_DRIVERS].toSorted());
});

it('names the role in the error', async () => {
  const [create, invite] = ['Mutation.createProduct', 'Mutation.invitePerson'].map((name) =>
    roots.find((root) => root.name === name)!,
  );
  expect((await denial(create!, 'viewer'))?.message).toBe(
    'Your role, viewer, lacks the scope products:write',
  );
  expect((await denial(invite!, 'member'))?.message).toMatch(/^Your role, member, cannot do this/);
});
