import { z } from 'zod';
import { builder } from '../builder/builder.ts';
import { MAX_NODES } from '../limits.ts';
import { asManyAs } from '../list/list-size.ts';
import { lengthFirst } from '../noun/rules.ts';
import { valid } from '../noun/valid.ts';
import { Node } from './graphql.ts';
import { readNodes } from './read-nodes.ts';

const NodeIds = z.object({
  nodeIds: lengthFirst(z.array(z.string()), MAX_NODES, `must contain at most ${MAX_NODES} records`),
});

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description:
      'Returns the record with this `nodeId`, or null if the account has no such record. Needs the read scope of its type.',
    authScopes: { account: true },
    args: { nodeId: t.arg.id({ required: true, description: 'The `nodeId` of a record.' }) },
    resolve: async (_root, { nodeId }, context, info) => {
      const [found = null] = await readNodes(context, info, [nodeId]);
      if (found instanceof Error) throw found;
      return found;
    },
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description:
      'Returns the records with these ids, in the same order, with null for each that the account does not have. ' +
      'Needs the read scope of each type.',
    authScopes: { account: true },
    args: {
      nodeIds: t.arg.idList({
        required: true,
        description: `The \`nodeId\` of each record, at most ${MAX_NODES}.`,
      }),
    },
    ...asManyAs('nodeIds', MAX_NODES),
    resolve: (_root, args, context, info) => readNodes(context, info, valid(NodeIds, args).nodeIds) as never,
  }),
}));
