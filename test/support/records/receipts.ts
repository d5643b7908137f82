import { createProduct, createSentDelivery } from './records.ts';
import { ask } from '../graphql/ask.ts';
import type { TestAccount } from '../service/account.ts';

export const LINK = 'mutation($id: ID!) { createReceiptLink(deliveryId: $id) { url expiresAt } }';
export const REVOKE = 'mutation($id: ID!) { revokeReceiptLink(deliveryId: $id) }';
const RECEIPT = `{ status receipt { receivedBy by signature temperatures { zone celsius }
  disputes { productId lot delivered received reason status } } }`;
export const READ = `query($id: ID!) { delivery(id: $id) ${RECEIPT} }`;
export const ACCEPT = `mutation($id: ID!) { acceptReceipt(deliveryId: $id) ${RECEIPT} }`;

/** Creates a link of a delivery and returns its address. */
export async function linkOf(account: TestAccount, id: number): Promise<string> {
  const body = { query: LINK, variables: { id: String(id) } };
  const { json } = await account.call('POST', '//graphql', { body });
  return json.data.createReceiptLink.url;
}

/** Sends the form of a link. */
export function submit(url: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ receivedBy: 'Bea', ...fields });
  return fetch(url, { method: 'POST', body, redirect: 'manual' });
}

/** Returns the reasons that a refused form shows above it. */
export function alertsIn(html: string): string[] {
  return [...html.matchAll(/role="alert">([^<]*)</g)].map(([, text]) => text!);
}

/** Creates a delivery in transit with two lines, and a link. */
export async function createLinked(account: TestAccount) {
  const products = [];
  for (const name of ['Rye <b>Bread', 'Milk']) {
    products.push({ product_id: (await createProduct(account, { name })).id, quantity: 10 });
  }
  const { id } = await createSentDelivery(account, { products });
  const [bread, milk] = products.map(({ product_id }) => product_id) as [number, number];
  return { id: String(id), bread, milk, url: await linkOf(account, id) };
}

/** Creates a delivery in transit with lines of these quantities, each in the lots given. */
export async function createLines(account: TestAccount, quantities: number[], lots?: object[]) {
  const products = [];
  for (const quantity of quantities)
    products.push({ product_id: (await createProduct(account)).id, quantity, ...(lots && { lots }) });
  return createSentDelivery(account, { products });
}

/** Creates a delivery in transit with a line of 10 pieces in these lots. */
export const createLots = (account: TestAccount, lots: object[]) => createLines(account, [10], lots);

/** Returns how much came back of the only line of a delivery, and of each of its lots. */
export async function lotsOf(account: TestAccount, id: number) {
  const query =
    'query ($id: ID!) { delivery(id: $id) { products { returnedQuantity lots { lot returnedQuantity } } } }';
  const [line] = (await ask(account, query, { id })).delivery.products;
  const lots = line.lots.map((each: { lot: string; returnedQuantity: number }) => [
    each.lot,
    each.returnedQuantity,
  ]);
  return { returned: line.returnedQuantity, lots: Object.fromEntries(lots) };
}
