import { builder } from '../../core/builder/builder.ts';
import { enumType } from '../../core/builder/fields-graphql.ts';
import { atMost } from '../../core/list/list-size.ts';
import { MAX_LISTED, VIEWED_LIST } from './fields.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { VERSION } from '../../core/version/version-of.ts';
import { deleteView } from './delete-view.ts';
import { listViews, type SavedView } from './list-views.ts';
import { saveView } from './save-view.ts';

/** Own views are of a person. Those that everybody has are changed by those who change deliveries. */
const OWN = { reader: true } as const;
const SHARED = { scope: 'deliveries:write' } as const;

const ListEnum = enumType(VIEWED_LIST);

const View = builder.objectRef<SavedView>('SavedView').implement({
  authScopes: { resource: 'deliveries' },
  fields: (t) => ({
    id: t.exposeID('id'),
    list: t.expose('list', { type: ListEnum }),
    name: t.exposeString('name'),
    search: t.exposeString('search'),
    isShared: t.exposeBoolean('isShared'),
    version: t.exposeString('version', { description: VERSION }),
  }),
});

const toSave = builder.args((t) => ({
  list: t.field({ type: ListEnum, required: true }),
  name: t.string({ required: true }),
  search: t.string({ required: true }),
}));

const ofView = (_args: object, view: unknown) => {
  const { name, list } = view as SavedView;
  return { view: name, list };
};

builder.queryFields((t) => ({
  savedViews: t.field({
    type: [View],
    authScopes: { scope: 'deliveries:read' },
    args: { list: t.arg({ type: ListEnum, required: true }) },
    ...atMost(MAX_LISTED),
    resolve: (_root, { list }, context) => listViews(context, list),
  }),
}));

builder.mutationFields((t) => ({
  saveView: t.field({
    type: View,
    authScopes: OWN,
    args: { ...toSave, ...IF_MATCH },
    resolve: (_root, args, context) => saveView(context, 'own', args),
  }),
  deleteView: t.field({
    type: View,
    authScopes: OWN,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => deleteView(context, 'own', id),
  }),
  shareView: t.field({
    type: View,
    authScopes: SHARED,
    audit: { done: 'view.shared', details: ofView },
    args: { ...toSave, ...IF_MATCH },
    resolve: (_root, args, context) => saveView(context, 'shared', args),
  }),
  deleteSharedView: t.field({
    type: View,
    authScopes: SHARED,
    audit: { done: 'view.deleted', details: ofView },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => deleteView(context, 'shared', id),
  }),
}));
