import { brandWithType } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { accountOf, callerOf, type Context, insufficientScope } from '../context.ts';
import type { AppError } from '../errors.ts';
import { recordIdOf } from '../noun/record-id.ts';
import { isWebhookId } from '../noun/webhook-id.ts';
import { keyOf, type NounName, NOUNS } from '../nouns.ts';
import { type NodeReference, nodeReferenceIn } from './node-id.ts';

type FoundNode = object | AppError | null;

/**
 * Returns, for each id, the record, null if the account does not have it, or the error for a missing scope.
 * Takes one statement per type.
 */
export async function readNodes(
  context: Context,
  info: GraphQLResolveInfo,
  nodeIds: readonly string[],
): Promise<FoundNode[]> {
  const references = nodeIds.map(nodeReferenceIn);
  const byType = Map.groupBy(
    references.filter((each) => each !== undefined),
    ({ type }) => type,
  );
  const readers = Array.from(byType, async ([type, named]) => [
    type,
    await readNodesOfType(context, info, type, named),
  ]);
  const found = new Map((await Promise.all(readers)) as [NounName, (id: string) => FoundNode][]);
  return references.map((reference) => (reference ? found.get(reference.type)!(reference.id) : null));
}

interface NodeModel {
  findMany(query: object): Promise<Record<string, unknown>[]>;
}

async function readNodesOfType(
  context: Context,
  info: GraphQLResolveInfo,
  type: NounName,
  references: NodeReference[],
): Promise<(id: string) => FoundNode> {
  const { model, resource } = NOUNS[type];
  const key = keyOf(type);
  const scope = `${resource}:read` as const;
  const caller = callerOf(context);
  if (!caller.scopes.has(scope)) return () => insufficientScope(scope, caller);
  const ids = [...new Set(references.map(({ id }) => id))];
  const reads = Reflect.get(context.db, model[0]!.toLowerCase() + model.slice(1)) as NodeModel;
  const records = await reads.findMany({
    ...queryFromInfo({ context, info, typeName: type }),
    where: {
      accountId: accountOf(context),
      [key]: { in: key === 'id' ? ids.map(recordIdOf) : ids.filter(isWebhookId) },
    },
  });
  const byId = new Map(records.map((record) => [String(record[key]), record]));
  for (const record of records) brandWithType(record, type as never);
  return (id) => byId.get(id) ?? null;
}
