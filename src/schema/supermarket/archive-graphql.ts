import { withSelection } from '@provender/compiled-execution/pothos';
import { archive, restore } from '../archive.ts';
import { builder } from '../builder.ts';
import { byId } from '../context.ts';
import { Branch } from './graphql.ts';

const WRITE = { scope: 'supermarkets:write' } as const;

builder.mutationFields((t) => ({
  archiveBranch: t.field({
    type: Branch,
    description: `Archives a branch: no new deliveries can be created for it. Existing deliveries and returns keep it.
Archived branches count towards the quota of branches.`,
    authScopes: WRITE,
    args: { id: t.arg.id({ required: true, description: 'The id of the branch.' }) },
    resolve: withSelection(async (query, _root, { id }, context) => {
      const record = await archive(context, 'branches', id);
      return context.db.branch.findUniqueOrThrow({ ...query, ...byId(context, record) });
    }),
  }),
  restoreBranch: t.field({
    type: Branch,
    description: 'Restores an archived branch, so that new deliveries can go to it again.',
    authScopes: WRITE,
    args: { id: t.arg.id({ required: true, description: 'The id of the branch.' }) },
    resolve: withSelection(async (query, _root, { id }, context) => {
      const record = await restore(context, 'branches', id);
      return context.db.branch.findUniqueOrThrow({ ...query, ...byId(context, record) });
    }),
  }),
}));
