import { readFileSync, globSync } from 'node:fs';
import { Kind, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import * as generated from '../../src/generated/operations.ts';
import { executeCompiled } from '../../src/schema/execute-operation.ts';
import { SCOPES } from '../../src/schema/core/caller/scopes.ts';
import { statementsOf } from '../support/database/statements.ts';
import { createDelivery, createSupermarket } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { contextFor } from '../support/service/context.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const queries = globSync('src/rest/*/operations.graphql')
  .flatMap((path) => parse(readFileSync(path, 'utf8')).definitions as OperationDefinitionNode[])
  .filter(({ operation }) => operation === 'query');

it.each(queries.map((query) => [query.name!.value, query] as const))(
  'has a plan of %s for each value of its conditions',
  async (name, { variableDefinitions = [] }) => {
    const account = await createAccount(service);
    const caller = { accountId: account.id, plan: 'business', scopes: new Set(SCOPES) } as const;
    const contextValue = contextFor(caller, service.database.prisma);
    const document = Reflect.get(generated, `${name}Document`);
    const names = variableDefinitions.map(({ variable }) => variable.name.value);
    const conditions = names.filter((each) => each === 'full' || each === 'all');
    for (let values = 0; values < 2 ** conditions.length; values++) {
      const chosen = conditions.map((each, at) => [each, ((values >> at) & 1) === 1]);
      const variableValues = { id: '1', ...Object.fromEntries(chosen) };
      const planned = executeCompiled({ document, variableValues, contextValue });
      expect(planned).toBeDefined();
      expect((await planned)!.errors).toBeUndefined();
    }
  },
);

it('conditions of operations are `full` and `all`', () => {
  const variables = queries.flatMap(({ variableDefinitions = [] }) => variableDefinitions);
  const conditions = variables.filter(
    ({ type }) =>
      type.kind === Kind.NON_NULL_TYPE &&
      type.type.kind === Kind.NAMED_TYPE &&
      type.type.name.value === 'Boolean',
  );
  expect(new Set(conditions.map(({ variable }) => variable.name.value))).toEqual(new Set(['full', 'all']));
});

it('reads what only view=full shows for that view alone', async () => {
  const account = await createAccount(service);
  const delivery = await createDelivery(account);
  const supermarket = await createSupermarket(account);
  for (const [path, column] of [
    [`/deliveries/${delivery.id}`, 'carrier'],
    ['/deliveries', 'carrier'],
    [`/supermarkets/${supermarket.id}`, 'phone'],
    ['/supermarkets', 'phone'],
    ['/supermarkets?page=1', 'phone'],
  ] as const) {
    const read = (query: string) =>
      statementsOf(service.testDatabase.name, () =>
        account.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`.replace(/[?&]$/, '')),
      );
    const [plain, full] = [await read(''), await read('view=full')];
    expect(plain.join()).not.toContain(column);
    expect(full.join()).toContain(column);
    expect(full.length).toBe(plain.length);
  }
});
