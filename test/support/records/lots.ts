import { ask } from '../graphql/ask.ts';
import type { TestAccount } from '../service/account.ts';
import { createDelivery, createProduct } from './records.ts';

const LOT = 'lot bestBefore useBy quantity source returnedQuantity isGs1';
const SET = `mutation ($deliveryId: ID!, $productId: ID!, $lots: [DeliveryLotInput!]!) {
  setDeliveryLots(deliveryId: $deliveryId, productId: $productId, lots: $lots) { products { lots { ${LOT} } } }
}`;
const CORRECT = `mutation ($deliveryId: ID!, $productId: ID!, $lots: [DeliveryLotInput!]!, $reason: String!) {
  correctDeliveryLots(deliveryId: $deliveryId, productId: $productId, lots: $lots, reason: $reason) {
    products { lots { ${LOT} } }
  }
}`;

export const SETTING = { set: SET, correct: CORRECT };

/** The line of a delivery. */
export interface DeliveryLine {
  deliveryId: number;
  productId: number;
}

/** Creates a delivery of one product, ten pieces by default, in the lots given. */
export async function createLine(
  account: TestAccount,
  lots: object[] | undefined,
  fields: { quantity?: number; product?: { id: number }; delivery?: object } = {},
): Promise<DeliveryLine> {
  const { id: productId } = fields.product ?? (await createProduct(account));
  const products = [{ product_id: productId, quantity: fields.quantity ?? 10, ...(lots && { lots }) }];
  const { id: deliveryId } = await createDelivery(account, { products, ...fields.delivery });
  return { deliveryId, productId };
}

/** Moves a delivery by REST. */
export function move(account: TestAccount, { deliveryId }: DeliveryLine, status: string) {
  return account.call('PATCH', `/deliveries/${deliveryId}`, { body: { status } });
}

/** Returns the lots of the lines of a delivery. */
export async function lotsOf(account: TestAccount, deliveryId: number | string) {
  const { delivery } = await ask(
    account,
    `query ($id: ID!) { delivery(id: $id) { products { lots { ${LOT} } } } }`,
    { id: deliveryId },
  );
  return (delivery.products as { lots: Record<string, unknown>[] }[]).map(({ lots }) => lots);
}

/** Returns the fields of a lot, with the defaults of those not given. */
export function lot(fields: object) {
  return {
    lot: null,
    bestBefore: null,
    useBy: null,
    source: null,
    returnedQuantity: 0,
    isGs1: true,
    ...fields,
  };
}
