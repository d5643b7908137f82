import { ask } from '../support/graphql/ask.ts';
import { linkOf, submit } from '../support/records/receipts.ts';
import { createReturn, createSentDelivery, createStandingOrder, inDays } from '../support/records/records.ts';
import { pagePaths, type SignedIn } from '../support/service/settings.ts';

/** Lists of records that are not for clerks, and so are without panels and menus. */
const OTHERS = new Set(['/imports', '/withdrawals', '/requests', '/stops', '/webhooks']);

/** The lists that a clerk works with: all whose records have pages, and receipts, whose page is their delivery's. */
export const LISTS: readonly string[] = [
  ...pagePaths()
    .filter((path) => path.endsWith('/:id'))
    .map((path) => path.replace('/:id', ''))
    .filter((path) => !OTHERS.has(path)),
  '/receipts',
];

/** Creates a record for each list: a return, a receipt that waits, a standing order and a withdrawal. */
export async function fillLists(account: SignedIn): Promise<void> {
  const delivery = await createSentDelivery(account);
  await submit(await linkOf(account, delivery.id), {});
  await createReturn(account);
  await createStandingOrder(account);
  await ask(account, `mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { id } }`, {
    input: {
      kind: 'TEST',
      productId: String(delivery.products[0].product_id),
      bestBeforeFrom: inDays(1),
      bestBeforeTo: inDays(2),
      reason: 'Exercise',
      instruction: 'Nothing',
    },
  });
}
