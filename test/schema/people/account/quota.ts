import { expect } from 'vitest';
import { type Plan, PLAN_LIMITS, type Quotas } from '../../../../src/schema/core/caller/plans.ts';
import type { TestAccount } from '../../../support/service/account.ts';
import type { Answer } from '../../../support/http/answer.ts';

export const FREE = PLAN_LIMITS.free.quotas;
export const MARKET = { name: 'Market', contact_email: 'buying@market.example', branches: [] };
export const PRODUCT = { name: 'Bread', weight: 1, price: 2, category: 'bakery' };
export const WEBHOOK = { url: 'https://hooks.example.com/a', events: ['product.created'] };
export const BRANCH = { name: 'Branch', address: '1 Lane' };

/** Sets the account's counter to `count`. */
export async function setHeld(
  { id, database }: TestAccount,
  what: keyof Quotas,
  count: number,
): Promise<void> {
  if (what === 'products') {
    await database.pool.query('UPDATE product_sequences SET last_number = $2 WHERE account_id = $1', [
      id,
      count,
    ]);
  } else {
    await database.pool.query(`UPDATE supermarket_counts SET ${what} = $2 WHERE account_id = $1`, [
      id,
      count,
    ]);
  }
}

export async function setPlan({ id, database }: TestAccount, plan: Plan): Promise<void> {
  await database.pool.query('UPDATE accounts SET plan = $2 WHERE id = $1', [id, plan]);
}

export function together(count: number, send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, send));
}

export function expectRefusal({ status, json }: Answer, message: string): void {
  expect(json).toMatchObject({ status: 'error', error: { code: 'quota_exceeded', message, field: null } });
  expect(status).toBe(403);
}

export const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
