import { builder } from '../../core/builder/builder.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { filterType } from '../../core/list/filters-graphql.ts';
import { CONNECTION_PATHS, connectionOf } from '../../core/list/connection.ts';
import { connectionType, CreationOrder, filteredArgs } from '../../core/list/graphql.ts';
import { BY_CREATION } from '../../core/list/order.ts';
import type { List } from '../../core/list/source.ts';
import { costing } from '../../core/list/list-size.ts';
import { type Actor, ACTORS } from '../../core/caller/actors.ts';
import { AUDIT_FILTERS } from './filters.ts';

const OWNER = { manager: 'account' } as const;

const AuditActor = builder.enumType('AuditActor', { values: enumValues(ACTORS) });

const AuditEntry = builder.prismaObject('AuditEntry', {
  authScopes: OWNER,
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    action: t.exposeString('action'),
    actor: t.field({
      type: AuditActor,
      select: { actor: true },
      resolve: ({ actor }) => actor as Actor['kind'],
    }),
    keyId: t.exposeID('keyId', { nullable: true }),
    keyName: t.exposeString('keyName', { nullable: true }),
    sessionId: t.exposeID('sessionId', { nullable: true }),
    personId: t.exposeID('personId', { nullable: true }),
    personName: t.exposeString('personName', { nullable: true }),
    systemName: t.exposeString('systemName', { nullable: true }),
    address: t.exposeString('address', { nullable: true }),
    details: t.expose('details', { type: 'JSON' }),
  }),
});

const LOG = { model: 'AuditEntry', orders: BY_CREATION, filters: AUDIT_FILTERS } satisfies List;
/** Covers checking all entries of an account, which a filter that matches nothing does. */
const COST = 20;

const AuditConnection = connectionType('AuditEntry', AuditEntry, { manager: 'account' });

builder.queryField('auditLog', (t) =>
  t.fieldWithSelection({
    type: AuditConnection,
    paths: CONNECTION_PATHS,
    authScopes: OWNER,
    args: filteredArgs(filterType(AUDIT_FILTERS), CreationOrder, 'CREATED_DESC'),
    ...costing(COST),
    resolve: (selection, _root, args, context, info) => connectionOf(LOG, { args, context, info, selection }),
  }),
);
