import { builder } from '../builder/builder.ts';
import { accountOf } from '../context.ts';
import { costing, embedded } from '../list/list-size.ts';
import { listConflicts, MAX_CONFLICTS, type TextConflict } from './list-conflicts.ts';

const OWNER = { manager: 'account' } as const;

const TextConflictRef = builder.objectRef<TextConflict>('TextConflict').implement({
  authScopes: OWNER,
  fields: (t) => ({
    table: t.exposeString('table'),
    field: t.exposeString('field'),
    recordId: t.exposeID('recordId'),
    deliveryId: t.exposeID('deliveryId', { nullable: true }),
    text: t.exposeString('text'),
    form: t.exposeString('form'),
    problem: t.exposeString('problem'),
  }),
});

builder.queryField('textConflicts', (t) =>
  t.field({
    type: [TextConflictRef],
    authScopes: OWNER,
    ...costing(10),
    ...embedded(MAX_CONFLICTS),
    resolve: (_root, _args, context) => listConflicts(context.db, accountOf(context)),
  }),
);
