import { AUDIT_ACTIONS } from '../../core/audit/actions.ts';
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

const AuditActor = builder.enumType('AuditActor', {
  values: enumValues(ACTORS, {
    key: 'A program with an API key.',
    session: 'A person who was signed in.',
    operator: 'The operator, by the command line.',
    nobody: 'Somebody who was not signed in.',
    link: 'A branch, by the link of a delivery or of a withdrawal.',
    service: 'The service itself, on schedule.',
  }),
  description: 'Who did what the audit log says.',
});

const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'An entry in the audit log.',
  authScopes: OWNER,
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The number of the entry.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    action: t.exposeString('action', {
      description: `What happened: ${AUDIT_ACTIONS.map((action) => `\`${action}\``).join(', ')}.`,
    }),
    actor: t.field({
      type: AuditActor,
      description: 'Who did it.',
      select: { actor: true },
      resolve: ({ actor }) => actor as Actor['kind'],
    }),
    keyId: t.exposeID('keyId', {
      nullable: true,
      description: 'The `id` of the API key that did it; null if none did.',
    }),
    keyName: t.exposeString('keyName', { nullable: true, description: 'The name that this key had then.' }),
    sessionId: t.exposeID('sessionId', {
      nullable: true,
      description: 'The `id` of the session that did it; null if none did. It may have ended since.',
    }),
    personId: t.exposeID('personId', {
      nullable: true,
      description: 'The `id` of the person who did it; null if none did.',
    }),
    personName: t.exposeString('personName', {
      nullable: true,
      description: 'The name that this person had then.',
    }),
    systemName: t.exposeString('systemName', {
      nullable: true,
      description:
        'The part of the service that did it: `command` for the command line, `job:` and its name for a job; null if a person or a key did.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'The address it came from, of IPv6 the first 64 bits; null for commands of the operator.',
    }),
    details: t.expose('details', {
      type: 'JSON',
      description:
        'What it was done to, such as `{"key": "7", "keyName": "ERP"}`. Never a secret. The 201st entry of one action by one ' +
        'actor on a day (UTC) has only `more`: how many more there were.',
    }),
  }),
});

const LOG = { model: 'AuditEntry', orders: BY_CREATION, filters: AUDIT_FILTERS } satisfies List;
/** The cost in points of checking all entries of an account, for a filter that matches none. */
const COST = 20;

const AuditConnection = connectionType('AuditEntry', AuditEntry, { manager: 'account' });

builder.queryField('auditLog', (t) =>
  t.fieldWithSelection({
    type: AuditConnection,
    description:
      'Lists who did what to keys, webhooks, passwords, the account, lots and withdrawals, what branches said by their links, and failed sign-ins. It keeps ' +
      'those of a year, of others than the owners the latest 100,000. Only owners can read it, signed in.',
    paths: CONNECTION_PATHS,
    authScopes: OWNER,
    args: filteredArgs(filterType(AUDIT_FILTERS), CreationOrder, 'CREATED_DESC'),
    ...costing(COST),
    resolve: (selection, _root, args, context, info) => connectionOf(LOG, { args, context, info, selection }),
  }),
);
