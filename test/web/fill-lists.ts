import { ask } from '../support/graphql/ask.ts';
import { storeFile } from '../support/records/importing.ts';
import { linkOf, submit } from '../support/records/receipts.ts';
import { createReturn, createSentDelivery, createStandingOrder, inDays } from '../support/records/records.ts';
import type { SignedIn } from '../support/service/settings.ts';

/** Creates a record for each list: a return, a receipt that waits, a standing order, an import and a withdrawal. */
export async function fillLists(account: SignedIn): Promise<void> {
  const delivery = await createSentDelivery(account);
  await submit(await linkOf(account, delivery.id), {});
  await createReturn(account);
  await createStandingOrder(account);
  await storeFile(account, 'colour');
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
