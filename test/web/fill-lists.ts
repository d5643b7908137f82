import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { ROOT } from '../support/process/process.ts';
import { storeFile } from '../support/records/importing.ts';
import { linkOf, submit } from '../support/records/receipts.ts';
import { createReturn, createSentDelivery, createStandingOrder, inDays } from '../support/records/records.ts';
import type { SignedIn } from '../support/service/settings.ts';

/** The pages of the day that are no lists of records. */
const OTHERS = [
  '/',
  '/stops',
  '/tours',
  '/calendar',
  '/crates',
  '/closed-days',
  '/trace',
  '/performance',
  '/analytics',
];

/** Returns the lists among the pages of the day, from the navigation's own table. */
export function listsOfTheDay(): string[] {
  const source = readFileSync(join(ROOT, 'web/src/frame/shell/navigation.ts'), 'utf8');
  const [, day] = /const DAY: Entry\[\]\[\] = \[([\s\S]*?)\n\];/.exec(source)!;
  const paths = Array.from(day!.matchAll(/href: '([^']+)'/g), ([, path]) => path!);
  expect(OTHERS.filter((path) => !paths.includes(path))).toEqual([]);
  return paths.filter((path) => !OTHERS.includes(path));
}

/**
 * Creates a record for each list: a return, a receipt that waits, a standing order, an import and a
 * withdrawal.
 */
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
