import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/database/connect.ts';
import { issueKey } from '../../../src/schema/people/api-key/issue-key.ts';
import { type Scope, SCOPES } from '../../../src/schema/core/caller/scopes.ts';
import type { Plan } from '../../../src/schema/core/caller/plans.ts';
import type { Answer } from '../http/answer.ts';
import { request, type RequestOptions } from '../http/http.ts';
import type { TestService } from './service.ts';

export interface TestAccount {
  id: bigint;
  email: string;
  database: Database;
  /** A key with every scope. */
  key: string;
  keyId: bigint;
  /** Sends a request with that key. */
  call(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Issues another key. */
  issue(scopes: readonly Scope[], expiresAt?: Date): Promise<{ id: bigint; key: string }>;
}

/** Creates an account for one test. */
export async function createAccount(
  service: Pick<TestService, 'url' | 'database'>,
  plan: Plan = 'business',
): Promise<TestAccount> {
  const { prisma, pool } = service.database;
  const email = `${randomUUID()}@supplier.example`;
  const { rows } = await pool.query<{ id: string }>(
    `WITH account AS (INSERT INTO accounts (email, name, plan) VALUES ($1, 'Supplier', $2) RETURNING id, email)
     INSERT INTO people (account_id, email, name, role, password_hash)
     SELECT id, email, 'Owner', 'owner', '-' FROM account RETURNING account_id AS id`,
    [email, plan],
  );
  const id = BigInt(rows[0]!.id);
  const issue = (scopes: readonly Scope[], expiresAt?: Date) =>
    issueKey(prisma, id, { name: 'test', scopes, expiresAt });
  const { id: keyId, key } = await issue(SCOPES);
  return {
    id,
    email,
    database: service.database,
    key,
    keyId,
    issue,
    call: (method, path, options) => request(service.url, method, path, { key, ...options }),
  };
}

/** Adds a viewer to an account, and returns the id of the person. */
export async function createPerson({
  id,
  email,
  database,
}: Pick<TestAccount, 'id' | 'email' | 'database'>): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO people (account_id, email, name, role, password_hash)
     VALUES ($1, 'person-of-' || $2, 'Ada', 'viewer', '!') RETURNING id`,
    [id, email],
  );
  return rows[0]!.id;
}

/** Stores a confirmed second factor for everyone in an account. */
export async function storeFactors({ id, database }: Pick<TestAccount, 'id' | 'database'>): Promise<void> {
  await database.pool.query(
    `INSERT INTO second_factors (account_id, person_id, secret, confirmed_at, recovery_codes)
     SELECT account_id, id, 'JBSWY3DPEHPK3PXP', now(), '{used,unused}' FROM people WHERE account_id = $1`,
    [id],
  );
}
