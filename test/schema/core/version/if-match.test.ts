import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { schema } from '../../../../src/schema/index.ts';
import { createLine, move } from '../../../support/records/lots.ts';
import {
  createDelivery,
  createProduct,
  createSupermarket,
  inDays,
} from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { ACCEPT, INVITE } from '../../../support/service/people.ts';
import { createSignedIn, type SignedIn } from '../../../support/service/settings.ts';
import { useService } from '../../../support/service/service.ts';
import { createVisitor } from '../../../support/service/visitor.ts';

const service = useService();

/** Sends an operation over HTTP, as a person where there is a session. */
async function send(account: TestAccount | SignedIn, query: string, variables: object) {
  const credentials: Record<string, string> =
    'cookies' in account
      ? { Cookie: account.cookies.map((line) => line.split(';')[0]).join('; '), Origin: service.url }
      : { Authorization: `Bearer ${account.key}` };
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...credentials },
    body: JSON.stringify({ query, variables }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- data of every shape
  return (await response.json()) as { data: any; errors?: [{ message: string; extensions: object }] };
}

/** Returns the data of an operation that must succeed. */
async function ask(account: TestAccount, query: string, variables: object) {
  const { data, errors } = await send(account, query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Returns the error of an operation that must fail. */
async function refusalOf(account: TestAccount, query: string, variables: object) {
  return (await send(account, query, variables)).errors?.[0].extensions;
}

/** A change of a record on the condition of its version. */
interface Change {
  /** Creates the record, and returns the variables that name it. */
  create: (account: TestAccount) => Promise<Record<string, unknown>>;
  /** The query and the way to the record. */
  // oxlint-disable-next-line typescript/no-explicit-any -- data of every shape
  read: [query: string, record: (data: any) => { version: string }];
  mutation: string;
  /** Two different changes, and one that is not valid with the name of its field, if there is one. */
  changes: [one: object, other: object] | ((names: Record<string, unknown>) => [object, object]);
  invalid?: [change: object, field: string];
  /** The error for a stranger (default: `not_found`); null where everybody has a record of that kind. */
  missing?: 'precondition_failed' | null;
  /** Changes the record in another way. */
  otherwise?: (account: TestAccount, names: Record<string, unknown>) => Promise<unknown>;
  /** Whether only people may make the change. */
  isOfPeople?: true;
}

const TOUR: Change['read'] = ['query($id: ID!) { tour(id: $id) { version } }', ({ tour }) => tour];

/** Creates a tour of two stops. */
async function createTour(account: TestAccount) {
  const [one, other] = [await createDelivery(account), await createDelivery(account)];
  const stops = [String(one.id), String(other.id)];
  const { createTour: tour } = await ask(
    account,
    'mutation($input: CreateTourInput!) { createTour(input: $input) { id } }',
    { input: { date: inDays(1), deliveryIds: stops } },
  );
  return { id: tour.id as string, stops };
}

const NOT_A_NAME = [{ input: { name: '' } }, 'name'] as [object, string];

async function createOrder(account: TestAccount) {
  const { id: productId } = await createProduct(account);
  const { id: supermarketId, branches } = await createSupermarket(account);
  const input = {
    supermarketId,
    branchId: branches[0].id,
    lines: [{ productId, quantity: 10 }],
    weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
    startsOn: inDays(1),
  };
  const { createStandingOrder } = await ask(
    account,
    'mutation($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { id } }',
    { input },
  );
  return { id: createStandingOrder.id as string, date: inDays(5), productId };
}

const ORDER: Change['read'] = [
  'query($id: ID!) { standingOrder(id: $id) { version } }',
  ({ standingOrder }) => standingOrder,
];

const LINE: Change['read'] = [
  'query($deliveryId: ID!) { delivery(id: $deliveryId) { products { version } } }',
  ({ delivery }) => delivery.products[0],
];

const SET_CLOSED_DAYS = `mutation($branchId: ID, $days: [ClosedDayInput!]!, $ifMatch: String) {
  setClosedDays(branchId: $branchId, days: $days, ifMatch: $ifMatch) { date }
}`;

const CLOSED_DAYS: Pick<Change, 'changes' | 'invalid'> = {
  changes: [{ days: [{ date: inDays(3) }] }, { days: [{ date: inDays(3), open: true }] }],
  invalid: [{ days: [{ date: inDays(-1) }] }, 'days[0].date'],
};

/** Views are replaced by their name. */
const viewsBy = (field: string): Change => ({
  create: async (account) => {
    const names = { list: 'DELIVERIES', name: 'Late' };
    await ask(account, saving(field), { ...names, search: 'first=1' });
    return names;
  },
  read: [
    'query($list: ViewedList!) { savedViews(list: $list) { version } }',
    ({ savedViews }) => savedViews[0],
  ],
  mutation: saving(field),
  changes: [{ search: 'late=true' }, { search: 'late=false' }],
  invalid: [{ search: '' }, 'search'],
  missing: 'precondition_failed',
  isOfPeople: true,
});

function saving(field: string): string {
  return `mutation($list: ViewedList!, $name: String!, $search: String!, $ifMatch: String) {
    ${field}(list: $list, name: $name, search: $search, ifMatch: $ifMatch) { version }
  }`;
}

const CHANGES: Record<string, Change> = {
  updateAccount: {
    create: async () => ({}),
    read: ['{ account { version } }', ({ account }) => account],
    mutation:
      'mutation($input: UpdateAccountInput!, $ifMatch: String) { updateAccount(input: $input, ifMatch: $ifMatch) { version } }',
    changes: [{ input: { phone: '+49 30 1' } }, { input: { phone: '+49 30 2' } }],
    invalid: NOT_A_NAME,
    missing: null,
    isOfPeople: true,
  },
  updateProduct: {
    create: async (account) => ({ id: String((await createProduct(account)).id) }),
    read: ['query($id: ID!) { product(id: $id) { version } }', ({ product }) => product],
    mutation:
      'mutation($id: ID!, $input: UpdateProductInput!, $ifMatch: String) { updateProduct(id: $id, input: $input, ifMatch: $ifMatch) { version } }',
    changes: [{ input: { price: 1 } }, { input: { price: 2 } }],
    invalid: NOT_A_NAME,
    otherwise: (account, { id }) =>
      ask(account, 'mutation($id: ID!) { archiveProduct(id: $id) { id } }', { id }),
  },
  updateSupermarket: {
    create: async (account) => ({ id: String((await createSupermarket(account)).id) }),
    read: ['query($id: ID!) { supermarket(id: $id) { version } }', ({ supermarket }) => supermarket],
    mutation:
      'mutation($id: ID!, $input: UpdateSupermarketInput!, $ifMatch: String) { updateSupermarket(id: $id, input: $input, ifMatch: $ifMatch) { version } }',
    changes: [{ input: { name: 'One' } }, { input: { name: 'Two' } }],
    invalid: NOT_A_NAME,
  },
  updateBranch: {
    create: async (account) => ({ id: String((await createSupermarket(account)).branches[0].id) }),
    read: ['query($id: ID!) { branch(id: $id) { version } }', ({ branch }) => branch],
    mutation:
      'mutation($id: ID!, $input: UpdateBranchInput!, $ifMatch: String) { updateBranch(id: $id, input: $input, ifMatch: $ifMatch) { version } }',
    changes: [{ input: { address: '1 New Street' } }, { input: { address: '2 New Street' } }],
    invalid: NOT_A_NAME,
    otherwise: (account, { id }) =>
      ask(account, 'mutation($id: ID!) { archiveBranch(id: $id) { id } }', { id }),
  },
  updateWebhook: {
    create: async (account) => {
      const body = { url: 'http://127.0.0.1:1/', events: ['product.created'] };
      return { id: String((await account.call('POST', '/webhooks', { body })).json.data.id) };
    },
    read: ['query($id: ID!) { webhook(id: $id) { version } }', ({ webhook }) => webhook],
    mutation:
      'mutation($id: ID!, $input: UpdateWebhookInput!, $ifMatch: String) { updateWebhook(id: $id, input: $input, ifMatch: $ifMatch) { version } }',
    changes: [{ input: { description: 'one' } }, { input: { events: ['product.updated'] } }],
    invalid: [{ input: { events: [] } }, 'events'],
  },
  reviseDelivery: {
    create: async (account) => ({ id: String((await createDelivery(account)).id) }),
    read: ['query($id: ID!) { delivery(id: $id) { version } }', ({ delivery }) => delivery],
    mutation:
      'mutation($id: ID!, $input: ReviseDeliveryInput!, $ifMatch: String) { reviseDelivery(id: $id, input: $input, ifMatch: $ifMatch) { version } }',
    changes: [{ input: { notes: 'one' } }, { input: { carrier: 'two' } }],
    invalid: [{ input: { products: [] } }, 'products'],
    otherwise: (account, { id }) =>
      account.call('PATCH', `/deliveries/${String(id)}`, { body: { status: 'in_transit' } }),
  },
  setDeliveryLots: {
    create: async (account) => {
      const { deliveryId, productId } = await createLine(account, [{ lot: 'A', quantity: 10 }]);
      return { deliveryId, productId };
    },
    read: LINE,
    mutation: `mutation($deliveryId: ID!, $productId: ID!, $lots: [DeliveryLotInput!]!, $ifMatch: String) {
      setDeliveryLots(deliveryId: $deliveryId, productId: $productId, lots: $lots, ifMatch: $ifMatch) { id }
    }`,
    changes: [{ lots: [{ lot: 'B', quantity: 4 }] }, { lots: [{ lot: 'C', quantity: 4 }] }],
    invalid: [{ lots: [{ lot: 'D', quantity: 0 }] }, 'lots[0].quantity'],
  },
  correctDeliveryLots: {
    create: async (account) => {
      const line = await createLine(account, [{ lot: 'A', quantity: 10 }]);
      for (const status of ['in_transit', 'completed']) await move(account, line, status);
      return { ...line };
    },
    read: LINE,
    mutation: `mutation($deliveryId: ID!, $productId: ID!, $lots: [DeliveryLotInput!]!, $ifMatch: String) {
      correctDeliveryLots(
        deliveryId: $deliveryId, productId: $productId, lots: $lots, reason: "Misread", ifMatch: $ifMatch
      ) { id }
    }`,
    changes: [{ lots: [{ lot: 'B', quantity: 4 }] }, { lots: [{ lot: 'C', quantity: 4 }] }],
    invalid: [{ lots: [{ lot: 'D', quantity: 0 }] }, 'lots[0].quantity'],
  },
  updateStandingOrder: {
    create: createOrder,
    read: ORDER,
    mutation: `mutation($id: ID!, $input: UpdateStandingOrderInput!, $ifMatch: String) {
      updateStandingOrder(id: $id, input: $input, ifMatch: $ifMatch) { version }
    }`,
    changes: [{ input: { notes: 'one' } }, { input: { weekdays: ['MONDAY', 'FRIDAY'] } }],
    invalid: [{ input: { everyWeeks: 0 } }, 'everyWeeks'],
    otherwise: (account, { id }) =>
      ask(account, 'mutation($id: ID!) { endStandingOrder(id: $id) { id } }', { id }),
  },
  changeOccurrence: {
    create: createOrder,
    read: ORDER,
    mutation: `mutation($id: ID!, $date: Date!, $productId: ID!, $quantity: Int!, $ifMatch: String) {
      changeOccurrence(
        id: $id, date: $date, lines: [{ productId: $productId, quantity: $quantity }], ifMatch: $ifMatch
      ) { date }
    }`,
    changes: [{ quantity: 4 }, { quantity: 5 }],
    invalid: [{ quantity: 0 }, 'lines[0].quantity'],
    otherwise: (account, { id, date }) =>
      ask(account, 'mutation($id: ID!, $date: Date!) { skipOccurrence(id: $id, date: $date) { date } }', {
        id,
        date,
      }),
  },
  setContainers: {
    create: async (account) => {
      const { createContainerType: type } = await ask(
        account,
        'mutation { createContainerType(input: { name: "Pallet", code: "EPAL" }) { id } }',
        {},
      );
      return { id: String((await createDelivery(account)).id), typeId: type.id as string };
    },
    read: ['query($id: ID!) { delivery(id: $id) { version } }', ({ delivery }) => delivery],
    mutation: `mutation($id: ID!, $typeId: ID!, $out: Int!, $ifMatch: String) {
      setContainers(deliveryId: $id, rows: [{ typeId: $typeId, out: $out }], ifMatch: $ifMatch) { version }
    }`,
    changes: [{ out: 1 }, { out: 2 }],
    invalid: [{ out: -1 }, 'rows[0].out'],
  },
  updateTour: {
    create: createTour,
    read: TOUR,
    mutation: `mutation($id: ID!, $input: UpdateTourInput!, $ifMatch: String) {
      updateTour(id: $id, input: $input, ifMatch: $ifMatch) { version }
    }`,
    changes: [{ input: { name: 'North' } }, { input: { vehicle: 'HH-AB 12', startsAt: '05:00' } }],
    invalid: [{ input: { startsAt: '5' } }, 'startsAt'],
    otherwise: (account, { id }) =>
      ask(account, 'mutation($id: ID!) { orderStops(id: $id, deliveryIds: []) { id } }', { id }),
  },
  orderStops: {
    create: createTour,
    read: TOUR,
    mutation: `mutation($id: ID!, $stops: [ID!]!, $ifMatch: String) {
      orderStops(id: $id, deliveryIds: $stops, ifMatch: $ifMatch) { version }
    }`,
    changes: ({ stops }) => [{ stops: [] }, { stops: (stops as string[]).toReversed() }],
    invalid: [{ stops: Array.from({ length: 201 }, String) }, 'deliveryIds'],
  },
  'setClosedDays of the account': {
    create: async () => ({}),
    read: ['{ account { version: closedDaysVersion } }', ({ account }) => account],
    mutation: SET_CLOSED_DAYS,
    ...CLOSED_DAYS,
    missing: null,
  },
  'setClosedDays of a branch': {
    create: async (account) => ({ branchId: String((await createSupermarket(account)).branches[0].id) }),
    read: [
      'query($branchId: ID!) { branch(id: $branchId) { version: closedDaysVersion } }',
      ({ branch }) => branch,
    ],
    mutation: SET_CLOSED_DAYS,
    ...CLOSED_DAYS,
  },
  saveView: viewsBy('saveView'),
  shareView: viewsBy('shareView'),
  changeRole: {
    create: async (owner) => {
      const input = { email: `${randomUUID()}@supplier.example`, name: 'Ann', role: 'MEMBER' };
      const { invitePerson } = await ask(owner, INVITE, { input });
      const token = String(invitePerson.link).split('#').at(-1);
      const { acceptInvitation } = await createVisitor(service).data(ACCEPT, { token, password: PASSWORD });
      return { id: acceptInvitation.person.id };
    },
    read: ['{ people { role version } }', ({ people }) => people.at(-1)],
    mutation: `mutation($id: ID!, $role: Role!, $ifMatch: String) {
      changeRole(id: $id, role: $role, ifMatch: $ifMatch) { version }
    }`,
    changes: [{ role: 'VIEWER' }, { role: 'DEVELOPER' }],
    isOfPeople: true,
  },
};

const NAMES = Object.keys(CHANGES);

/** The mutations without `ifMatch`, by the reason why nobody overwrites unseen what somebody else entered. */
const WITHOUT: Record<string, string> = {
  'It creates a record, or a link or a person.':
    'addBranch adjustContainers copyTour createApiKey createContainerType createDeliveries createDelivery createNoticeLink createProduct createReceiptLink createReturn createStandingOrder createSupermarket createTour createTourFromTemplate createTourTemplate createWebhook createWithdrawal invitePerson reverseReturn signUp',
  'It moves a record from one state to another, and the state is its condition.':
    'acceptInvitation acceptReceipt acceptReceipts archiveBranch archiveContainerType archiveProduct archiveSupermarket askAboutDispute cancelImport closeWithdrawal completeStop confirmReceipt confirmStop declineDisputes dispatchStop enableRestoredWebhooks enableWebhook endStandingOrder moveDeliveries moveDelivery restoreBranch restoreContainerType restoreOccurrence restoreOccurrences restoreProduct restoreSupermarket settleDisputes skipOccurrence startImport',
  'It deletes, ends or revokes.':
    'deleteSharedView deleteTour deleteTourTemplate deleteView deleteWebhook endSession removeLogo removePerson revokeApiKey revokeInvitation revokeReceiptLink',
  'Nothing that was entered is replaced: a new secret, or something that is sent again.':
    'recoverWebhookMessages renewRecoveryCodes requestPasswordReset resendWebhookMessage rotateAlertSecret rotateApiKey rotateOwnKey rotateWebhookSecret sendTestAlert sendWebhookTest',
  'It changes what is of one person alone, who proves it with a password or a session.':
    'changeEmail changeName changePassword confirmSecondFactor resetPassword resetPasswordOf signIn signOut signOutEverywhere startSecondFactor stopSecondFactor stopSecondFactorOf',
  'It adds to what is there.': 'importClosedDays planTours',
  'It is a pattern or a word, and a later one replaces an earlier one.':
    'updateContainerType updateTourTemplate',
  'Each setting is a switch or an address of its own, and only those given change.': 'updateAlertSettings',
  'The logo is one image, which is seen as soon as it is replaced.': 'setLogo',
  'It records what a branch said, and a later word replaces an earlier one.': 'acknowledgeNotice tellNotice',
  'A program or a list says what holds, by reference or by product and day.':
    'setPriceAgreements upsertProducts upsertSupermarkets',
};

it('is taken by each mutation that could overwrite what somebody else entered', () => {
  const fields = Object.values(schema.getMutationType()!.getFields());
  const without = fields.filter(({ args }) => !args.some(({ name }) => name === 'ifMatch'));
  expect(
    Object.values(WITHOUT)
      .flatMap((names) => names.split(' '))
      .sort(),
  ).toEqual(without.map(({ name }) => name).sort());
  const tried = NAMES.map((name) => name.split(' ')[0]!);
  expect([...new Set(tried)].sort()).toEqual(
    fields
      .filter((field) => !without.includes(field))
      .map(({ name }) => name)
      .sort(),
  );
});

const changesOf = ({ changes }: Change, names: Record<string, unknown>) =>
  typeof changes === 'function' ? changes(names) : changes;

const STALE = { code: 'precondition_failed', field: 'ifMatch' };

function accountFor({ isOfPeople }: Change): Promise<TestAccount> {
  return isOfPeople ? createSignedIn(service) : createAccount(service);
}

const strangers = new Map<boolean, Promise<TestAccount>>();

/** Returns an account without records, the same for all changes. */
function strangerFor(change: Change): Promise<TestAccount> {
  const { isOfPeople = false } = change;
  const known = strangers.get(isOfPeople) ?? accountFor(change);
  strangers.set(isOfPeople, known);
  return known;
}

async function versionOf(account: TestAccount, { read: [query, recordIn] }: Change, names: object) {
  return recordIn(await ask(account, query, names)).version;
}

it.each(NAMES)(
  '%s with ifMatch checks the version last, lets one of many changes of it succeed, and refuses other versions',
  async (name) => {
    const change = CHANGES[name]!;
    const account = await accountFor(change);
    const names = await change.create(account);
    const [one, other] = changesOf(change, names);
    const send = (more: object, ifMatch?: string) =>
      refusalOf(account, change.mutation, { ...names, ...more, ifMatch });
    const first = await versionOf(account, change, names);

    // The input and the existence of the record come first.
    const [tried, field] = change.invalid ?? [one, null];
    const invalid = change.invalid ? { code: 'validation_error', field } : STALE;
    expect(await send(tried, 'old')).toMatchObject(invalid);
    expect(await send(one, 'old')).toMatchObject(STALE);
    const { missing = 'not_found' } = change;
    const somebody = missing === null ? account : await strangerFor(change);
    const theirs = await refusalOf(somebody, change.mutation, { ...names, ...one, ifMatch: 'old' });
    expect(theirs).toMatchObject(missing === null ? STALE : { code: missing });
    expect(await versionOf(account, change, names)).toBe(first);

    const tries = Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? one : other));
    const outcomes = await Promise.all(tries.map((each) => send(each, first)));
    const lost = outcomes.filter((refused) => refused !== undefined);
    expect(lost).toEqual(Array.from({ length: 5 }, () => expect.objectContaining(STALE)));
    const next = tries[outcomes.indexOf(undefined)] === one ? other : one;
    const second = await versionOf(account, change, names);
    expect(second).not.toBe(first);
    expect(await send(next, first)).toMatchObject(STALE);
    expect(await versionOf(account, change, names)).toBe(second);
    expect(await send(next, second)).toBeUndefined();
    expect(await versionOf(account, change, names)).not.toBe(second);
    // Without a version any one is changed.
    expect(await send(next === one ? other : one)).toBeUndefined();
  },
);

it('reads the versions of a list together', async () => {
  const account = await createAccount(service);
  for (let count = 0; count < 3; count++) await createProduct(account);
  const { products } = await ask(account, '{ products(first: 3) { nodes { id version } } }', {});
  const versions = new Set(products.nodes.map(({ version }: { version: string }) => version));
  expect(versions.size).toBe(3);
});

it.each(NAMES.filter((name) => CHANGES[name]!.otherwise))(
  '%s with ifMatch is refused after another change too, before the state is looked at',
  async (name) => {
    const change = CHANGES[name]!;
    const account = await accountFor(change);
    const names = await change.create(account);
    const ifMatch = await versionOf(account, change, names);
    await change.otherwise!(account, names);
    expect(await versionOf(account, change, names)).not.toBe(ifMatch);
    const [one] = changesOf(change, names);
    expect(await refusalOf(account, change.mutation, { ...names, ...one, ifMatch })).toMatchObject(STALE);
  },
);
