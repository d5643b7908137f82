import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/database/connect.ts';
import { issueKey } from '../../../src/schema/api-key/issue-key.ts';
import { type Scope, SCOPES } from '../../../src/schema/api-key/scopes.ts';
import type { Plan } from '../../../src/schema/account/plans.ts';
import type { Answer } from '../http/answer.ts';
import { request, type RequestOptions } from '../http/http.ts';
import type { TestService } from './service.ts';

export interface TestAccount {
  id: bigint;
  email: string;
  database: Database;
  /** A key with every scope. */
  key: string;
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
  const { prisma } = service.database;
  const email = `${randomUUID()}@supplier.example`;
  const { id } = await prisma.account.create({ data: { email, name: 'Supplier', plan, passwordHash: '-' } });
  const issue = (scopes: readonly Scope[], expiresAt?: Date) =>
    issueKey(prisma, id, { name: 'test', scopes, expiresAt });
  const { key } = await issue(SCOPES);
  return {
    id,
    email,
    database: service.database,
    key,
    issue,
    call: (method, path, options) => request(service.url, method, path, { key, ...options }),
  };
}
