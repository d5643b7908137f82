import { ask } from '../graphql/ask.ts';
import type { TestAccount } from '../service/account.ts';

export const CREATE_TYPE = `mutation ($input: CreateContainerTypeInput!) {
  createContainerType(input: $input) { id name code deposit archivedAt } }`;
export const SET_CONTAINERS = `mutation ($deliveryId: ID!, $rows: [ContainerRowInput!]!, $ifMatch: String) {
  setContainers(deliveryId: $deliveryId, rows: $rows, ifMatch: $ifMatch) {
    id version containers { type { id } out back } } }`;
export const CONFIRM_RECEIPT = `mutation ($id: ID!, $input: ConfirmReceiptInput!) {
  confirmReceipt(deliveryId: $id, input: $input) { status containers { type { id } out back } } }`;
export const ADJUST = `mutation ($supermarketId: ID!, $branchId: ID, $typeId: ID!, $quantity: Int!, $reason: String!, $date: Date) {
  adjustContainers(supermarketId: $supermarketId, branchId: $branchId, typeId: $typeId, quantity: $quantity,
    reason: $reason, date: $date) {
    id quantity reason date by at supermarket { id } branch { id } type { code } } }`;
const BALANCES = `query ($by: ContainerBalanceGroup!, $asOf: Date, $filter: ContainerBalanceFilter) {
  containerBalances(by: $by, asOf: $asOf, filter: $filter, first: 100) {
    nodes { supermarket { id } branch { id } type { code } balance } } }`;

let serial = 0;

/** Creates a container type, and returns its id. */
export async function createContainerType(account: TestAccount, fields: object = {}): Promise<string> {
  const name = `Crate ${++serial}`;
  const { createContainerType: created } = await ask(account, CREATE_TYPE, {
    input: { name, code: name, ...fields },
  });
  return created.id;
}

/** A row of {@link balancesOf}. */
export interface BalanceOfTest {
  supermarket: { id: string };
  branch: { id: string } | null;
  type: { code: string };
  balance: number;
}

/** Returns balances of containers, by supermarket unless `by` is given. */
export async function balancesOf(account: TestAccount, variables: object = {}): Promise<BalanceOfTest[]> {
  const { containerBalances } = await ask(account, BALANCES, { by: 'SUPERMARKET', ...variables });
  return containerBalances.nodes;
}

/** Moves a delivery to another day, as if days had passed since it was created. */
export async function moveToDay({ id, database }: TestAccount, deliveryId: number, day: string) {
  await database.pool.query('UPDATE deliveries SET delivery_date = $3 WHERE account_id = $1 AND id = $2', [
    id,
    deliveryId,
    day,
  ]);
}
