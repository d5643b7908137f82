import { expect, it } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { type Role, ROLES } from '../../../src/schema/person/roles.ts';
import { denial, membersOf } from '../../support/graphql/grants.ts';

/** The root fields, by the roles that may use them. A field that is missing here fails. */
const ALLOWED: [roles: Role[], fields: string][] = [
  [
    ['owner', 'member', 'developer', 'driver', 'viewer'],
    `Query.invitationOffer Query.passwordResetByMail Query.session Query.sessions Query.signUpAllowed
     Mutation.changeEmail Mutation.changeName Mutation.changePassword Mutation.confirmSecondFactor
     Mutation.endSession Mutation.renewRecoveryCodes Mutation.signOut Mutation.signOutEverywhere
     Mutation.startSecondFactor Mutation.stopSecondFactor`,
  ],
  [
    ['owner', 'member', 'driver'],
    'Query.stop Query.stops Mutation.completeStop Mutation.confirmStop Mutation.dispatchStop',
  ],
  [
    ['owner', 'member', 'developer', 'viewer'],
    `Query.account Query.allSupermarkets Query.branch Query.branchByReference Query.deliveries Query.delivery
     Query.deliveryAnalytics Query.deliveryByReference Query.deliveryPage Query.deliveryPerformance
     Query.deliveryTotals Query.import Query.imports Query.latestEvents Query.lotTrace Query.node
     Query.nodes Query.product Query.productByReference Query.productPage Query.products Query.productWithdrawals Query.return
     Query.returnAnalytics Query.returnPage Query.returnReasons Query.returns Query.returnTotals
     Query.scopes Query.standingOrder Query.standingOrderPage Query.standingOrders Query.supermarket Query.supermarketByReference Query.supermarketPage Query.supermarkets
     Query.withdrawal Query.withdrawals Subscription.events`,
  ],
  [
    ['owner', 'member'],
    `Mutation.acceptReceipt Mutation.acknowledgeNotice Mutation.addBranch Mutation.archiveBranch
     Mutation.archiveProduct Mutation.archiveSupermarket Mutation.changeOccurrence Mutation.closeWithdrawal Mutation.confirmReceipt Mutation.correctDeliveryLots
     Mutation.createDeliveries Mutation.createDelivery Mutation.createNoticeLink
     Mutation.createProduct Mutation.createReceiptLink
     Mutation.createReturn Mutation.createStandingOrder Mutation.endStandingOrder Mutation.restoreOccurrence
     Mutation.skipOccurrence Mutation.updateStandingOrder Mutation.createSupermarket Mutation.createWithdrawal Mutation.declineDisputes
     Mutation.moveDeliveries Mutation.moveDelivery Mutation.restoreBranch Mutation.restoreProduct Mutation.restoreSupermarket
     Mutation.reverseReturn Mutation.reviseDelivery Mutation.revokeReceiptLink Mutation.setDeliveryLots Mutation.tellNotice Mutation.updateBranch
     Mutation.updateProduct Mutation.updateSupermarket Mutation.upsertProducts Mutation.upsertSupermarkets`,
  ],
  [
    ['owner', 'developer'],
    `Query.alerts Query.alertSettings Query.apiKeys Query.eventTypes Query.request Query.requestLogDays Query.requests Query.webhook
     Subscription.requests
     Query.webhookMessagePage Query.webhookPage Query.webhooks Mutation.createApiKey Mutation.createWebhook
     Mutation.deleteWebhook Mutation.enableRestoredWebhooks Mutation.enableWebhook Mutation.recoverWebhookMessages Mutation.resendWebhookMessage
     Mutation.revokeApiKey Mutation.rotateAlertSecret Mutation.rotateApiKey Mutation.rotateWebhookSecret
     Mutation.sendTestAlert Mutation.sendWebhookTest Mutation.updateAlertSettings Mutation.updateWebhook`,
  ],
  [
    ['owner'],
    `Query.auditLog Query.invitations Query.people Query.textConflicts Mutation.changeRole Mutation.invitePerson Mutation.removePerson
     Mutation.resetPasswordOf Mutation.revokeInvitation Mutation.stopSecondFactorOf Mutation.updateAccount`,
  ],
];

/** Open a session, reset a password, or are checked when they run: an import needs the scope of its kind. */
const OTHERS = `Mutation.acceptInvitation Mutation.cancelImport Mutation.requestPasswordReset Mutation.resetPassword
  Mutation.signIn Mutation.signUp Mutation.startImport`;

const roots = membersOf(schema).filter(({ name }) => /^(Query|Mutation|Subscription)\./.test(name));
const rolesOf = new Map(
  ALLOWED.flatMap(([roles, fields]) => fields.split(/\s+/).map((name) => [name, roles])),
);

it('the table of this file contains every root field', () => {
  const known = [...rolesOf.keys(), ...OTHERS.split(/\s+/)];
  expect(roots.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

it.each(ROLES)('grants to the role %s what the table says, and nothing else', async (role) => {
  for (const root of roots.filter(({ name }) => rolesOf.has(name))) {
    const denied = await denial(root, role);
    const expected = rolesOf.get(root.name)!.includes(role) ? undefined : 'insufficient_scope';
    expect([root.name, denied?.code]).toEqual([root.name, expected]);
  }
});

/** What a driver can read, beside introspection: stops, which have no prices, and what is the driver's own. */
const OF_DRIVERS = new Set(
  [
    'Account.address Account.assistantsMayWrite Account.country Account.createdAt Account.currency Account.email',
    'Account.gln Account.id Account.logsRequestBodies Account.name Account.phone Account.plan Account.receiptLinkCompletes Account.refusesWithdrawn',
    'Account.requestsPerHour Account.requestsPerMinute Account.timeZone Account.version',
    'InvitationOffer.company InvitationOffer.email InvitationOffer.expiresAt InvitationOffer.name InvitationOffer.role',
    'Person.createdAt Person.email Person.hasSecondFactor Person.id Person.name Person.role',
    'RecoveryCodes.codes SecondFactorSetup.secret SecondFactorSetup.uri',
    'Session.account Session.createdAt Session.expiresAt Session.id Session.isCurrent Session.lastUsedAt',
    'Session.person Session.userAgent',
    'Stop.address Stop.branchName Stop.completedAt Stop.deliveryDate Stop.deliveryWindow Stop.hasWithdrawnLots Stop.id',
    'Stop.lines Stop.notes Stop.phone Stop.receivedBy Stop.reference Stop.status Stop.supermarketName',
    'StopLine.lots StopLine.name StopLine.productId StopLine.quantity StopLine.returnedQuantity StopLine.unit',
    'StopLot.bestBefore StopLot.isWithdrawn StopLot.lot StopLot.quantity StopLot.useBy',
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
