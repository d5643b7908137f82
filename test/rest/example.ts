import type { Route } from '../../src/rest/route.ts';
import type { Scope } from '../../src/schema/core/caller/scopes.ts';
import type { TestAccount } from '../support/service/account.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSentDelivery,
  createMessage,
  createStandingOrder,
  createSupermarket,
  createWebhook,
  inDays,
} from '../support/records/records.ts';

/** A request that its endpoint serves. */
export interface Example {
  path: string;
  body?: unknown;
  /** Scopes that the body asks for besides the endpoint's own. */
  alsoNeeds: Scope[];
  /** The path with another id for the record it begins with. */
  at(id: string | number): string;
}

/** Makes what a good request to `route` needs. @throws for an endpoint that has no example */
export async function exampleOf(route: Route, account: TestAccount): Promise<Example> {
  const name = `${route.method} ${route.path}`;
  const [, resource] = route.path.split('/');
  const createRecord = RECORDS[resource!];
  if (!createRecord) throw new Error(`${name} is below a resource that is not in this file`);
  const { id, branches, next_date: date } = route.path.includes(':') ? await createRecord(account) : {};
  if (route.name === 'restoreOccurrence')
    await account.call('POST', `/standing-orders/${id}/occurrences/${date}/skip`);
  const message = route.path.includes(':delivery_id/') ? await createMessage(account, id!) : '';
  const at = (first: string | number) =>
    route.path
      .replace(/:\w+/, () => String(first))
      .replace(':delivery_id', message)
      .replace(':date', String(date))
      .replace(':branch_id', String(branches?.[0]!.id));
  const [inReference] = (route.isBodyOptional ? [] : (route.body?.meta()?.examples ?? [])) as unknown[];
  const body = BODIES[name] ? await BODIES[name](account) : inReference;
  if (route.body && !route.isBodyOptional && !body) throw new Error(`${name} has no example`);
  return { path: at(id ?? ''), at, body, alsoNeeds: ALSO_NEEDS[name] ?? [] };
}

/** The webhook is subscribed to events of products. */
const ALSO_NEEDS: Record<string, Scope[]> = Object.fromEntries(
  ['', '/enable', '/rotate-secret', '/test', '/recover', '/deliveries/:delivery_id/resend'].map((action) => [
    `post /webhooks${action && `/:webhook_id${action}`}`,
    ['products:read'],
  ]),
);

const RECORDS: Record<
  string,
  (account: TestAccount) => Promise<{ id?: number; branches?: { id: number }[]; next_date?: string }>
> = {
  deliveries: createDelivery,
  returns: createReturn,
  products: createProduct,
  supermarkets: createSupermarket,
  'standing-orders': createStandingOrder,
  webhooks: createWebhook,
  'api-keys': async () => ({}),
};

/** Bodies for endpoints whose example in the reference names records, or would not do here. */
const BODIES: Record<string, (account: TestAccount) => Promise<unknown>> = {
  async 'post /deliveries'(account) {
    const supermarket = await createSupermarket(account);
    const product = await createProduct(account);
    return {
      supermarket_id: supermarket.id,
      subchain_id: supermarket.branches[0].id,
      products: [{ product_id: product.id, quantity: 1 }],
      delivery_date: inDays(2),
    };
  },
  async 'post /returns'(account) {
    const delivery = await createSentDelivery(account);
    return {
      delivery_id: delivery.id,
      product_id: delivery.products[0].product_id,
      quantity: 1,
      reason: 'damaged',
      return_date: inDays(0),
    };
  },
  async 'post /standing-orders'(account) {
    const supermarket = await createSupermarket(account);
    const product = await createProduct(account);
    return {
      supermarket_id: supermarket.id,
      subchain_id: supermarket.branches[0].id,
      lines: [{ product_id: product.id, quantity: 1 }],
      weekdays: ['monday'],
      starts_on: inDays(2),
    };
  },
  // Without a grace period, its key could not repeat the request.
  'post /api-keys/self/rotate': async () => ({ grace_seconds: 60 }),
  'patch /products/:product_id': async () => ({ price: 2.59 }),
  'post /webhooks': async () => ({ url: 'http://127.0.0.1:9/callbacks', events: ['product.created'] }),
  'patch /webhooks/:webhook_id': async () => ({ description: 'Warehouse' }),
};
