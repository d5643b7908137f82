import { describe, expect, it } from 'vitest';
import { createLine } from '../../support/records/lots.ts';
import { createDelivery, createProduct, createSupermarket } from '../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../support/service/account.ts';
import { createSignedIn, type SignedIn } from '../../support/service/settings.ts';
import { useService } from '../../support/service/service.ts';

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
  /** Two different changes, and one that is not valid with the name of its field. */
  changes: [one: object, other: object];
  invalid: [change: object, field: string];
  /** Changes the record in another way. */
  otherwise?: (account: TestAccount, names: Record<string, unknown>) => Promise<unknown>;
  /** Whether only people may do it. */
  isOfPeople?: true;
}

const NOT_A_NAME = [{ input: { name: '' } }, 'name'] as [object, string];

const CHANGES: Record<string, Change> = {
  updateAccount: {
    create: async () => ({}),
    read: ['{ account { version } }', ({ account }) => account],
    mutation:
      'mutation($input: UpdateAccountInput!, $ifMatch: String) { updateAccount(input: $input, ifMatch: $ifMatch) { version } }',
    changes: [{ input: { phone: '+49 30 1' } }, { input: { phone: '+49 30 2' } }],
    invalid: NOT_A_NAME,
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
    read: [
      'query($deliveryId: ID!) { delivery(id: $deliveryId) { products { version } } }',
      ({ delivery }) => delivery.products[0],
    ],
    mutation: `mutation($deliveryId: ID!, $productId: ID!, $lots: [DeliveryLotInput!]!, $ifMatch: String) {
      setDeliveryLots(deliveryId: $deliveryId, productId: $productId, lots: $lots, ifMatch: $ifMatch) { id }
    }`,
    changes: [{ lots: [{ lot: 'B', quantity: 4 }] }, { lots: [{ lot: 'C', quantity: 4 }] }],
    invalid: [{ lots: [{ lot: 'D', quantity: 0 }] }, 'lots[0].quantity'],
  },
};

const NAMES = Object.keys(CHANGES);
const STALE = { code: 'precondition_failed', field: 'ifMatch' };

function accountFor({ isOfPeople }: Change): Promise<TestAccount> {
  return isOfPeople ? createSignedIn(service) : createAccount(service);
}

async function versionOf(account: TestAccount, { read: [query, recordIn] }: Change, names: object) {
  return recordIn(await ask(account, query, names)).version;
}

describe.each(NAMES)('%s with ifMatch', (name) => {
  const change = CHANGES[name]!;
  const [one, other] = change.changes;

  it('changes the version that was read, and no other one', async () => {
    const account = await accountFor(change);
    const names = await change.create(account);
    const first = await versionOf(account, change, names);
    expect(await versionOf(account, change, names)).toBe(first);
    await ask(account, change.mutation, { ...names, ...one, ifMatch: first });
    const second = await versionOf(account, change, names);
    expect(second).not.toBe(first);
    expect(await refusalOf(account, change.mutation, { ...names, ...other, ifMatch: first })).toMatchObject(
      STALE,
    );
    expect(await versionOf(account, change, names)).toBe(second);
    await ask(account, change.mutation, { ...names, ...other, ifMatch: second });
    expect(await versionOf(account, change, names)).not.toBe(second);
    // Without it, as before.
    await ask(account, change.mutation, { ...names, ...one });
  });

  it('lets one of many changes of a version succeed', async () => {
    const account = await accountFor(change);
    const names = await change.create(account);
    const ifMatch = await versionOf(account, change, names);
    const tries = Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? one : other));
    const outcomes = await Promise.allSettled(
      tries.map((each) => ask(account, change.mutation, { ...names, ...each, ifMatch })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is checked after the input and the existence of the record', async () => {
    const account = await accountFor(change);
    const names = await change.create(account);
    const [invalid, field] = change.invalid;
    expect(await refusalOf(account, change.mutation, { ...names, ...invalid, ifMatch: 'old' })).toMatchObject(
      {
        code: 'validation_error',
        field,
      },
    );
    if (Object.keys(names).length === 0) return;
    const stranger = await createAccount(service);
    expect(await refusalOf(stranger, change.mutation, { ...names, ...one, ifMatch: 'old' })).toMatchObject({
      code: 'not_found',
    });
  });
});

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
    const [one] = change.changes;
    expect(await refusalOf(account, change.mutation, { ...names, ...one, ifMatch })).toMatchObject(STALE);
  },
);
