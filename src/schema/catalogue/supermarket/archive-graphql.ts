import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { archiveBranch, archiveSupermarket, restoreBranch, restoreSupermarket } from './archive-branches.ts';
import { Branch, Supermarket } from './graphql.ts';

const WRITE = { scope: 'supermarkets:write' } as const;

const branchArgs = builder.args((t) => ({
  id: t.id({ required: true, description: 'The id of the branch.' }),
  supermarketId: t.id({ description: 'The `id` of the supermarket that must have the branch.' }),
}));

const ofSupermarket = builder.args((t) => ({
  id: t.id({ required: true, description: 'The id of the supermarket.' }),
}));

builder.mutationFields((t) => ({
  archiveBranch: t.fieldWithSelection({
    type: Branch,
    description: `Archives a branch: no new deliveries can be created for it. Existing deliveries and returns keep it.
Archived branches count towards the quota of branches.`,
    authScopes: WRITE,
    args: branchArgs,
    resolve: async (query, _root, { id, supermarketId }, context) => {
      const record = await archiveBranch(context, id, supermarketId);
      return context.db.branch.findUniqueOrThrow({ ...query, ...byId(context, record) });
    },
  }),
  restoreBranch: t.fieldWithSelection({
    type: Branch,
    description: 'Restores an archived branch, so that new deliveries can go to it again.',
    authScopes: WRITE,
    args: branchArgs,
    resolve: async (query, _root, { id, supermarketId }, context) => {
      const record = await restoreBranch(context, id, supermarketId);
      return context.db.branch.findUniqueOrThrow({ ...query, ...byId(context, record) });
    },
  }),
  archiveSupermarket: t.fieldWithSelection({
    type: Supermarket,
    description: 'Archives all branches of a supermarket at once. The supermarket stays in every list.',
    authScopes: WRITE,
    args: ofSupermarket,
    resolve: async (query, _root, { id }, context) => {
      const record = await archiveSupermarket(context, id);
      return context.db.supermarket.findUniqueOrThrow({ ...query, ...byId(context, record) });
    },
  }),
  restoreSupermarket: t.fieldWithSelection({
    type: Supermarket,
    description: 'Restores all branches of a supermarket at once.',
    authScopes: WRITE,
    args: ofSupermarket,
    resolve: async (query, _root, { id }, context) => {
      const record = await restoreSupermarket(context, id);
      return context.db.supermarket.findUniqueOrThrow({ ...query, ...byId(context, record) });
    },
  }),
}));
