import { builder } from '../../core/builder/builder.ts';
import { enumType } from '../../core/builder/fields-graphql.ts';
import { atMost } from '../../core/list/list-size.ts';
import { figure } from '../../core/noun/rules.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { VERSION } from '../../core/version/version-of.ts';
import { MAX_VIEW_NAME, MAX_VIEW_SEARCH, MAX_VIEWS } from '../limits.ts';
import { MAX_LISTED, VIEWED_LIST } from './fields.ts';
import { deleteView } from './delete-view.ts';
import { listViews, type SavedView } from './list-views.ts';
import { saveView } from './save-view.ts';

/** Personal views belong to a person. Shared views can be changed by all who change deliveries. */
const OWN = { reader: true } as const;
const SHARED = { scope: 'deliveries:write' } as const;

const SEARCH = 'the query of the address of the list on the page: filters, order and page size';
const TO_SAVE = {
  list: 'The list.',
  name: `The name (1–${MAX_VIEW_NAME} characters).`,
  search: `The view as ${SEARCH}, without \`?\` (1–${figure(MAX_VIEW_SEARCH)} characters).`,
};

const ListEnum = enumType(VIEWED_LIST);

const View = builder.objectRef<SavedView>('SavedView').implement({
  description: 'A named view of a list on the page.',
  authScopes: { resource: 'deliveries' },
  fields: (t) => ({
    id: t.exposeID('id'),
    list: t.expose('list', { type: ListEnum, description: 'The list.' }),
    name: t.exposeString('name', { description: 'The name.' }),
    search: t.exposeString('search', { description: `The view as ${SEARCH}.` }),
    isShared: t.exposeBoolean('isShared', {
      description: 'Whether everybody in the account has the view. The others are for one person.',
    }),
    version: t.exposeString('version', { description: VERSION }),
  }),
});

const toSave = builder.args((t) => ({
  list: t.field({ type: ListEnum, required: true, description: TO_SAVE.list }),
  name: t.string({ required: true, description: TO_SAVE.name }),
  search: t.string({ required: true, description: TO_SAVE.search }),
}));

const ofView = (_args: object, view: unknown) => {
  const { name, list } = view as SavedView;
  return { view: name, list };
};

builder.queryFields((t) => ({
  savedViews: t.field({
    type: [View],
    description: `Returns the saved views of a list by name: those that everybody has, and those of the person who signed in. At most ${MAX_LISTED}.`,
    authScopes: { scope: 'deliveries:read' },
    args: { list: t.arg({ type: ListEnum, required: true, description: TO_SAVE.list }) },
    ...atMost(MAX_LISTED),
    resolve: (_root, { list }, context) => listViews(context, list),
  }),
}));

builder.mutationFields((t) => ({
  saveView: t.field({
    type: View,
    description: `Saves a view of a list for the person who signed in, at most ${MAX_VIEWS} in all. One with the same name is replaced.`,
    authScopes: OWN,
    args: { ...toSave, ...IF_MATCH },
    resolve: (_root, args, context) => saveView(context, 'own', args),
  }),
  deleteView: t.field({
    type: View,
    description: 'Deletes a view of the person who signed in, and returns it.',
    authScopes: OWN,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => deleteView(context, 'own', id),
  }),
  shareView: t.field({
    type: View,
    description: `Saves a view of a list for everybody in the account, at most ${MAX_VIEWS} in all. One with the same name is replaced.`,
    authScopes: SHARED,
    audit: { done: 'view.shared', details: ofView },
    args: { ...toSave, ...IF_MATCH },
    resolve: (_root, args, context) => saveView(context, 'shared', args),
  }),
  deleteSharedView: t.field({
    type: View,
    description: 'Deletes a view that everybody in the account has, and returns it.',
    authScopes: SHARED,
    audit: { done: 'view.deleted', details: ofView },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => deleteView(context, 'shared', id),
  }),
}));
