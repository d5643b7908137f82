import { describe, expect, it } from 'vitest';
import { type Scope, SCOPES } from '../../src/schema/api-key/scopes.ts';
import { schema } from '../../src/schema/index.ts';
import { authScopesOf, denial, lacking, membersOf } from '../support/graphql/grants.ts';
import {
  ANY_KEY,
  ANY_KEYS_ROOTS,
  isForSessionsOnly,
  isPublic,
  PUBLIC_ROOTS,
  PUBLIC_TYPES,
  SESSIONS_ROOTS,
  SESSIONS_TYPES,
  SIGNING_IN,
} from '../support/graphql/session-members.ts';

/** The scope that each root field needs. A field that is missing here fails. */
const ROOTS: Record<Scope, string> = {
  'deliveries:read':
    'Query.deliveries Query.delivery Query.deliveryAnalytics Query.deliveryByReference Query.deliveryPage Query.deliveryPerformance Query.deliveryTotals Query.lotTrace Query.productWithdrawals Query.standingOrder Query.standingOrderPage Query.standingOrders Query.withdrawal Query.withdrawals',
  'deliveries:write':
    'Mutation.acceptReceipt Mutation.acknowledgeNotice Mutation.changeOccurrence Mutation.closeWithdrawal Mutation.confirmReceipt Mutation.createNoticeLink Mutation.createReceiptLink Mutation.declineDisputes Mutation.revokeReceiptLink Mutation.correctDeliveryLots Mutation.createDeliveries Mutation.createDelivery Mutation.createStandingOrder Mutation.createWithdrawal Mutation.endStandingOrder Mutation.moveDeliveries Mutation.moveDelivery Mutation.restoreOccurrence Mutation.reviseDelivery Mutation.setDeliveryLots Mutation.skipOccurrence Mutation.tellNotice Mutation.updateStandingOrder',
  'returns:read':
    'Query.return Query.returnAnalytics Query.returnPage Query.returnReasons Query.returns Query.returnTotals',
  'returns:write': 'Mutation.createReturn Mutation.reverseReturn',
  'products:read': 'Query.product Query.productByReference Query.productPage Query.products',
  'products:write':
    'Mutation.archiveProduct Mutation.createProduct Mutation.restoreProduct Mutation.updateProduct Mutation.upsertProducts',
  'supermarkets:read':
    'Query.allSupermarkets Query.branch Query.branchByReference Query.supermarket Query.supermarketByReference Query.supermarketPage Query.supermarkets',
  'supermarkets:write':
    'Mutation.addBranch Mutation.archiveBranch Mutation.archiveSupermarket Mutation.createSupermarket Mutation.restoreBranch Mutation.restoreSupermarket Mutation.updateBranch Mutation.updateSupermarket Mutation.upsertSupermarkets',
  'webhooks:read':
    'Query.alerts Query.alertSettings Query.eventTypes Query.webhook Query.webhookMessagePage Query.webhookPage Query.webhooks',
  'webhooks:write':
    'Mutation.createWebhook Mutation.deleteWebhook Mutation.enableRestoredWebhooks Mutation.enableWebhook Mutation.recoverWebhookMessages Mutation.resendWebhookMessage Mutation.rotateAlertSecret Mutation.rotateWebhookSecret Mutation.sendTestAlert Mutation.sendWebhookTest Mutation.updateAlertSettings Mutation.updateWebhook',
};

/** The types of a resource: callers with its write scope can read what they wrote. */
const RECORDS: Record<string, string> = {
  deliveries:
    'CorrectedLot Delivery DeliveryBatchItem DeliveryLot DeliveryMove DeliveryProduct DeliveryWarning LotCorrection MoveError NoticeLink Occurrence OccurrenceLine ProductWithdrawal Receipt ReceiptDispute ReceiptLink ReceiptPhoto ReceiptTemperature StandingOrder StandingOrderLine Withdrawal WithdrawalNotice WithdrawalProgress',
  returns: 'Return ReturnWarning',
  products: 'PriceChange Product ProductUpsert',
  supermarkets: 'Branch Supermarket SupermarketTargets SupermarketUpsert',
  webhooks:
    'Alert AlertSettings AlertSettingsWithSecret Webhook WebhookAttempt WebhookMessage WebhookTest WebhookWithSecret',
};

/** Fields that need the read scope of the resource. */
const LISTS: Record<string, string> = {
  deliveries:
    'DeliveryAnalytics DeliveryConnection DeliveryEdge DeliveryFigures DeliveryPage DeliveryPartFigures DeliveryPeriod DeliveryRank DeliveryStatusFigures DeliveryTotals LotBalance LotTrace LotTraceBranch LotTracePending LotTraceTotal StandingOrderConnection StandingOrderEdge StandingOrderPage TracedLot TracedLotEdge WithdrawalConnection WithdrawalEdge',
  returns:
    'DeliveryPerformance MissedDelivery MissedDeliveryConnection PerformanceFigures PerformancePeriod PerformanceRank ReturnAnalytics ReturnConnection ReturnEdge ReturnFigures ReturnPage ReturnPeriod ReturnRank ReturnsByFault ReturnTotals ShelfLifeFigures',
  products: 'ProductConnection ProductEdge ProductPage Waste',
  supermarkets: 'SupermarketConnection SupermarketEdge SupermarketPage',
  webhooks:
    'WebhookConnection WebhookEdge WebhookMessageConnection WebhookMessageEdge WebhookMessagePage WebhookPage',
};

/** Fields that lead to another resource, and the scope they need in addition. */
const CROSSINGS: Record<string, Scope> = {
  'Branch.deliveries': 'deliveries:read',
  // By product, as in the queries here.
  'DeliveryAnalytics.ranking': 'products:read',
  'DeliveryPerformance.ranking': 'products:read',
  'DeliveryPerformance.waste': 'products:read',
  'MissedDelivery.delivery': 'deliveries:read',
  'ReturnAnalytics.ranking': 'products:read',
  'Delivery.branch': 'supermarkets:read',
  'Delivery.returns': 'returns:read',
  'Delivery.supermarket': 'supermarkets:read',
  'DeliveryProduct.product': 'products:read',
  'LotCorrection.product': 'products:read',
  'OccurrenceLine.product': 'products:read',
  'Product.deliveries': 'deliveries:read',
  'Product.returns': 'returns:read',
  'Return.delivery': 'deliveries:read',
  'Return.product': 'products:read',
  'Return.supermarket': 'supermarkets:read',
  'ReturnFigures.rate': 'deliveries:read',
  'StandingOrder.branch': 'supermarkets:read',
  'StandingOrder.supermarket': 'supermarkets:read',
  'StandingOrderLine.product': 'products:read',
  'Supermarket.deliveries': 'deliveries:read',
  'Supermarket.returns': 'returns:read',
  'TracedLot.branch': 'supermarkets:read',
  'TracedLot.product': 'products:read',
  'Webhook.message': 'webhooks:read',
  'Webhook.messages': 'webhooks:read',
  'Withdrawal.product': 'products:read',
  'WithdrawalNotice.branch': 'supermarkets:read',
};

/** What needs the read scope of any resource that has events. */
const EVENTS_ROOTS = ['Query.latestEvents', 'Subscription.events'];
const EVENT_SCOPES: readonly Scope[] = ['deliveries:read', 'returns:read', 'products:read'];

const members = membersOf(schema);
const memberNames = members.map(({ name }) => name);
const EVENTS = [...EVENTS_ROOTS, ...memberNames.filter((name) => name.startsWith('Event.'))];
const isRoot = (name: string) => /^(Query|Mutation|Subscription)\./.test(name);
const roots = Object.entries(ROOTS).flatMap(([scope, names]) =>
  names.split(' ').map((name) => ({ name, scope: scope as Scope })),
);
const scopeOfRoot = new Map(roots.map(({ name, scope }) => [name, scope]));

describe('the table of this file', () => {
  it('contains every root field', () => {
    const others = [ANY_KEYS_ROOTS, SESSIONS_ROOTS, PUBLIC_ROOTS, SIGNING_IN].flat();
    const known = [...scopeOfRoot.keys(), ...others, ...EVENTS_ROOTS].toSorted();
    expect(memberNames.filter(isRoot).toSorted()).toEqual(known);
  });

  it('contains every type', () => {
    const types = new Set(members.filter(({ name }) => !isRoot(name)).map(({ type }) => type.name));
    const known = [...Object.values(RECORDS), ...Object.values(LISTS)].flatMap((names) => names.split(' '));
    const others = [...ANY_KEY, ...PUBLIC_TYPES, ...SESSIONS_TYPES, 'Event'];
    expect([...types].toSorted()).toEqual([...known, ...others].toSorted());
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
  const record = resourceOf(RECORDS, type.name);
  const own = SCOPES.filter((scope) => scope.startsWith(`${record ?? resourceOf(LISTS, type.name)}:`));
  const sufficient = record ? own : own.filter((scope) => scope.endsWith(':read'));

  it('needs a scope of its resource', async () => {
    const others = SCOPES.filter((scope) => !sufficient.includes(scope));
    expect(await denial(member, others)).toMatchObject({ code: 'insufficient_scope' });
    for (const scope of sufficient) {
      expect(await denial(member, [scope, CROSSINGS[name] ?? scope])).toBeUndefined();
    }
  });
});

it.each(Object.entries(CROSSINGS))('needs for %s also %s', async (name, scope) => {
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
  return isAccounts && !isForSessionsOnly(member);
}

function memberOf(name: string) {
  return members.find((each) => each.name === name)!;
}

function resourceOf(table: Record<string, string>, type: string): string | undefined {
  return Object.keys(table).find((resource) => table[resource]!.split(' ').includes(type));
}
