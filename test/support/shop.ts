import type { SignedIn } from './settings.ts';
import {
  createDelivery,
  createMessage,
  createProduct,
  createReturn,
  createSupermarket,
  createWebhook,
} from './records.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützen-und-Feinkosthandel Nachfolger';

/** Gives an account some of everything, names too long among it; answers the addresses of all pages. */
export async function fillShop(account: SignedIn): Promise<Record<string, string>> {
  const supermarket = await createSupermarket(account, { name: LONG });
  const product = await createProduct(account, { name: LONG });
  const delivery = await createDelivery(account, {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0].id,
    products: [{ product_id: product.id, quantity: 24 }],
    notes: LONG,
  });
  await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
  const returned = await createReturn(account, {
    delivery_id: delivery.id,
    product_id: product.id,
    description: LONG,
  });
  await createDelivery(account);
  const webhook = await createWebhook(account, { description: LONG });
  const message = await createMessage(account, webhook.id);
  return {
    '/deliveries/:id': `/deliveries/${delivery.id}`,
    '/deliveries/:id/note': `/deliveries/${delivery.id}/note`,
    '/returns/:id': `/returns/${returned.id}`,
    '/products/:id': `/products/${product.id}`,
    '/supermarkets/:id': `/supermarkets/${supermarket.id}`,
    '/webhooks/:id': `/webhooks/${webhook.id}`,
    '/webhooks/:id/messages/:message': `/webhooks/${webhook.id}/messages/${message}`,
  };
}
