import { getOperationAST } from 'graphql';
import * as lab from '../context.ts';
import { asOperation } from '../turns/watch-turns.ts';
import { connect, type Db } from '../../src/database/connect.ts';
import { SCOPES } from '../../src/schema/core/caller/scopes.ts';
import type { Caller, Context } from '../../src/schema/core/context.ts';
import { executeCompiled, executePlainly } from '../../src/schema/execute-operation.ts';
import type { Visit } from '../../src/schema/core/caller/visit.ts';
import { schema } from '../../src/schema/index.ts';
import type { Outcome, Target } from '@provender/compiled-execution/fuzz/fuzz';
import { generateOperation } from '@provender/compiled-execution/fuzz/generate-operation';
import { createRandom } from '@provender/compiled-execution/fuzz/random';
import { createFilled, valuesOf } from './service-data.ts';

/** Hashing a password takes as long as a hundred other operations. */
const SLOW = new Set(['signIn', 'signUp', 'changePassword']);
const weightOf = (field: string) => (SLOW.has(field) ? 0.02 : 1);
const ROLLED_BACK = new Error('rolled back');

/**
 * Creates a target with the service's own schema and one filled account; the database at `url` is migrated
 * and empty.
 */
export async function createServiceTarget(url: string): Promise<Target & { close(): Promise<void> }> {
  // One connection serves queries in order, so that errors have a stable order too.
  const database = connect(url, { max: 1 });
  const { prisma } = database;
  const accountId = await createFilled(database);
  const sessions = await database.pool.query<{ id: string; personId: string }>(
    `WITH person AS (
       INSERT INTO people (account_id, email, name, role, password_hash)
       VALUES ($1, 'fuzz@supplier.example', 'Fuzz', 'owner', '!') RETURNING id
     )
     INSERT INTO sessions (account_id, person_id, token_hash, expires_at)
     SELECT $1, id, sha256('fuzz'), now() + interval '30 days' FROM person RETURNING id, person_id AS "personId"`,
    [accountId],
  );
  const sessionId = BigInt(sessions.rows[0]!.id);
  const personId = BigInt(sessions.rows[0]!.personId);
  const user: Caller = {
    accountId,
    plan: 'business',
    sessionId,
    personId,
    role: 'owner',
    scopes: new Set(SCOPES),
  };
  const values = await valuesOf(contextOf(user, prisma));
  const sequences = await database.pool.query<{ reset: string }>(
    `SELECT 'SELECT ' || string_agg(format('setval(%L, %s)', sequencename, coalesce(last_value, 0) + 1), ', ') AS reset
     FROM pg_sequences WHERE schemaname = 'public'`,
  );

  /** Rolls mutations back, so that each starts from the same state, with the same next ids. */
  async function rolledBack(work: (db: Db) => Promise<Outcome>): Promise<Outcome> {
    let outcome: Outcome | undefined;
    try {
      await prisma.$transaction(async (tx) => {
        await tx.$executeRawUnsafe(sequences.rows[0]!.reset);
        outcome = await work(tx);
        throw ROLLED_BACK;
      });
    } catch (error) {
      if (error !== ROLLED_BACK) throw error;
    }
    return outcome!;
  }

  return {
    name: 'service',
    schema,
    generate: (seed) => generateOperation(createRandom(seed), { schema, values, weightOf }),
    execute(way, seed, document, variables) {
      const caller = callerOf(seed, user);
      // Before the transaction, because its start time is `now()`.
      const startedAt = Date.now();
      const run = async (db: Db): Promise<Outcome> => {
        const operation = { document, variableValues: variables, contextValue: contextOf(caller, db) };
        const compiled =
          way === 'compiled' ? asOperation(`operation ${seed}`, () => executeCompiled(operation)) : undefined;
        const result = await (compiled ?? executePlainly(operation));
        return { result: comparable(JSON.stringify(result), startedAt), isCompiled: compiled !== undefined };
      };
      const isMutation = getOperationAST(document)!.operation === 'mutation';
      return isMutation ? rolledBack(run) : run(prisma);
    },
    close: database.close,
  };
}

/** Returns the user, a key with some of the scopes, or no caller. */
function callerOf(seed: number, user: Caller): Caller | null {
  const random = createRandom(~seed);
  if (random.chance(0.5)) return { ...user };
  if (random.chance(0.1)) return null;
  const share = random.chance(0.5) ? 1 : random.pick([0, 0.3, 0.6, 0.9]);
  return lab.keyOf(
    user.accountId,
    SCOPES.filter(() => random.chance(share)),
  );
}

const WINDOW = { limit: 1, remaining: 1, resetAt: Date.UTC(2026, 0, 1) };
const usage = { hour: WINDOW, minute: WINDOW };
/** A browser without cookies, which may guess passwords. */
const visit: Visit = {
  sessionToken: undefined,
  deviceToken: undefined,
  address: '192.0.2.1',
  network: '192.0.2.1',
  userAgent: 'fuzz',
  keepSession() {},
  forgetSession() {},
  keepDevice() {},
  cell: undefined,
  keepCell() {},
  guesses: { take: async () => ({ retryAfter: null, giveBack: async () => {} }) },
  usageOfKeys: async () => usage,
};

/** Operations may change their context, so each has its own. */
function contextOf(caller: Caller | null, db: Db): Context {
  const http = { usage, ...(caller?.keyId === undefined && { visit: { ...visit } }) };
  return { ...lab.contextOf(db, caller), http };
}

const SECRETS = /\b(prv|whsec)_[\w+/=]+/g;
/** The tokens at the ends of links, such as that of an invitation. */
const LINK_TOKENS = /(?<=[#/.])[\w-]{43}(?=")/g;
/** The last characters of a key, under any alias. */
const LAST_FOUR = /"[0-9A-Za-z]{4}"/g;
/** The id of a test's message, also inside a global id. */
const MESSAGE_IDS = /\bmsg_[0-9a-f]{32}\b|\bV2ViaG9va01lc3NhZ2U6bXNn[\w=-]+/g;
const MOMENTS = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Keys and sessions expire within a year. */
const LATEST_MS = 366 * 86_400_000;

/** Hashes of records with the times of their changes. */
const VERSIONS = /"[\da-f]{32}"/g;

/**
 * Returns the text without what can differ between two executions: secrets, random ids, versions, and times
 * relative to now.
 */
function comparable(text: string, startedAt: number): string {
  return text
    .replace(SECRETS, '$1_…')
    .replace(LINK_TOKENS, 'token')
    .replace(LAST_FOUR, '"four"')
    .replace(MESSAGE_IDS, 'message')
    .replace(VERSIONS, '"version"')
    .replace(MOMENTS, (moment) => {
      const sinceStart = Date.parse(moment) - startedAt;
      return sinceStart >= -1 && sinceStart < LATEST_MS ? 'now or later' : moment;
    });
}
