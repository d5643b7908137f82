import { execute, parse, validate } from 'graphql';
import { type AppError, restFault } from '../../../src/schema/core/errors.ts';
import { type Scope, SCOPES } from '../../../src/schema/core/caller/scopes.ts';
import type { Caller, Context } from '../../../src/schema/core/context.ts';
import { schema } from '../../../src/schema/index.ts';
import type { TestAccount } from '../service/account.ts';
import { contextFor } from '../service/context.ts';

/** The caller: an account, by default with every scope, and in UTC. */
type Asker = Pick<TestAccount, 'id' | 'database'> & {
  keyId?: bigint;
  scopes?: readonly Scope[];
  timeZone?: string;
};

/**
 * Executes a query in process, without limits, and returns its data.
 *
 * @throws the first error
 */
export async function ask(
  asker: Asker,
  query: string,
  variables: Record<string, unknown> = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- data of every shape
): Promise<any> {
  const document = parse(query);
  const [invalid] = validate(schema, document);
  if (invalid) throw invalid;
  const { data, errors } = await execute({
    schema,
    document,
    variableValues: variables,
    contextValue: contextOf(asker),
  });
  if (errors) throw errors[0]!.originalError ?? errors[0]!;
  return JSON.parse(JSON.stringify(data));
}

/** Returns the error of a query that must fail. */
export async function refusalOf(asker: Asker, query: string, variables: Record<string, unknown> = {}) {
  const error = await ask(asker, query, variables).then(
    () => undefined,
    (error: AppError) => error,
  );
  const [first] = error?.faults ?? [];
  return first && restFault(first);
}

function contextOf({ id, database, keyId = 1n, scopes = SCOPES, timeZone }: Asker): Context {
  const caller: Caller = {
    accountId: id,
    plan: 'business',
    keyId,
    scopes: new Set(scopes),
    ...(timeZone !== undefined && { timeZone }),
  };
  return contextFor(caller, database.prisma);
}
