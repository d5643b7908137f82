import type { SignedIn } from '../service/settings.ts';
import { join } from '../service/people.ts';
import { PASSWORD } from '../service/open-session.ts';
import type { TestService } from '../service/service.ts';
import { createVisitor, type Visitor } from '../service/visitor.ts';
import { createSentDelivery, createProduct } from './records.ts';

const CONFIRM_STOP = `mutation ($id: ID!, $input: ConfirmReceiptInput!) {
  confirmStop(id: $id, input: $input) { status receivedBy } }`;

/** Returns the browser of a new driver of an account, who is called Ann. */
export async function createDriver(service: TestService, account: SignedIn): Promise<Visitor> {
  const owner = createVisitor(service);
  await owner.signIn(account.email, PASSWORD);
  return (await join(service, owner, 'driver')).visitor;
}

/** Has a driver confirm a stop. */
export async function confirmStop(driver: Visitor, id: string, input: object = {}): Promise<void> {
  await driver.data(CONFIRM_STOP, { id, input: { receivedBy: 'Bea', ...input } });
}

/** Has a driver confirm a new delivery of 10 pieces, of which this many arrived. */
export async function createReceived(account: SignedIn, driver: Visitor, received: number, input?: object) {
  const product = (await createProduct(account, { name: 'Oat Loaf' })).id;
  const { id } = await createSentDelivery(account, { products: [{ product_id: product, quantity: 10 }] });
  const lines = received < 10 ? [{ productId: String(product), received, reason: 'damaged' }] : [];
  await confirmStop(driver, String(id), { lines, ...input });
  return String(id);
}
