import { randomUUID } from 'node:crypto';
import type { Attack } from '../stage/attack.ts';
import type { Supplier } from '../stage/supplier.ts';

/** Just below the 300 a minute of the Business plan. */
const AT_ONCE = 290;
const ACCOUNTS = 12;

/** All writes that a plan allows per minute at once, by one account after the other. */
export const idempotentPosts: Attack = {
  name: 'idempotent-posts',
  async prepare({ attacker, smoke }) {
    const accounts: Supplier[] = [];
    while (accounts.length < (smoke ? 2 : ACCOUNTS)) accounts.push(await attacker.account('business'));
    return async (signal) => {
      for (const { key, supermarketId, branchId, productIds } of accounts) {
        if (signal.aborted) return;
        const body = JSON.stringify({
          supermarket_id: supermarketId,
          subchain_id: branchId,
          products: productIds.map((id) => ({ product_id: id, quantity: 1 })),
          delivery_date: '2099-12-31',
        });
        const post = () =>
          attacker.send('/api/v1/deliveries', {
            method: 'POST',
            key,
            body,
            headers: { 'Idempotency-Key': randomUUID() },
          });
        await Promise.all(Array.from({ length: smoke ? 40 : AT_ONCE }, post));
      }
    };
  },
};
