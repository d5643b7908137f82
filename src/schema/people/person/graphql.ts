import { newId } from '../../core/audit/audited-mutations.ts';
import { builder } from '../../core/builder/builder.ts';
import { accountOf, byId, callerOf } from '../../core/context.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { atMost } from '../../core/list/list-size.ts';
import { Session } from '../session/graphql.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { versionOf } from '../../core/version/version-of.ts';
import { type Role, ROLES } from '../../core/caller/roles.ts';
import { MAX_PEOPLE } from '../limits.ts';
import { changeName, changeRole } from './change-role.ts';
import { removePerson } from './remove-person.ts';

const SESSION = { session: true } as const;
const OWNER = { manager: 'account' } as const;

/** The state of a person before a change. */
type FormerPerson = { name?: string; role?: Role } | null | undefined;

export const RoleName = builder.enumType('Role', {
  values: enumValues(ROLES, {
    owner: 'Everything, including people, plan and keys.',
    member: 'Reads and changes all records; no keys, webhooks or people.',
    developer: 'Reads all records; manages API keys and webhooks.',
    driver: 'Sees and delivers the stops of a day, without prices; nothing else.',
    viewer: 'Reads all records.',
  }),
  description: 'What a person may do.',
});

export const Person = builder.prismaObject('Person', {
  description: 'A person who can sign in to the account.',
  authScopes: SESSION,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The number of the person.' }),
    email: t.exposeString('email', { description: 'The e-mail address that the person signs in with.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    role: t.field({
      type: RoleName,
      description: 'What the person may do.',
      select: { role: true },
      resolve: ({ role }) => role as Role,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the person joined the account.',
    }),
  }),
});

builder.prismaObjectField(Person, 'version', (t) =>
  t.string({
    description:
      'Opaque; changes with every change of the role. Send it as `ifMatch` to change only the role that was seen.',
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'person', id),
  }),
);

builder.prismaObjectField(Session, 'person', (t) =>
  t.relation('person', {
    type: Person,
    description: 'The person who is signed in.',
  }),
);

builder.queryField('people', (t) =>
  t.fieldWithSelection({
    type: [Person],
    description: 'Returns the people who can sign in to the account, in the order in which they joined.',
    authScopes: OWNER,
    ...atMost(MAX_PEOPLE),
    resolve: (query, _root, _args, context) =>
      context.db.person.findMany({
        ...query,
        where: { accountId: accountOf(context) },
        orderBy: { id: 'asc' },
        take: MAX_PEOPLE,
      }),
  }),
);

builder.mutationFields((t) => ({
  changeRole: t.fieldWithSelection({
    type: Person,
    description: 'Changes the role of a person. An account always has an owner.',
    authScopes: OWNER,
    args: {
      id: t.arg.id({ required: true, description: 'The `id` of the person.' }),
      role: t.arg({ type: RoleName, required: true, description: 'The new role.' }),
      ...IF_MATCH,
    },
    audit: {
      done: 'person.role_changed',
      details: ({ id, role }, _result, before) => ({
        person: id,
        role,
        formerRole: (before as FormerPerson)?.role,
      }),
      state: async ({ id }, context) =>
        context.db.person.findUnique({ ...byId(context, id), select: { role: true } }),
    },
    resolve: async (query, _root, { id, role, ifMatch }, context) => {
      await changeRole(context, id, role, ifMatch);
      return context.db.person.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  removePerson: t.id({
    description:
      'Removes a person, ends their sessions and returns their id. API keys stay valid. An account always has an owner.',
    authScopes: OWNER,
    args: { id: t.arg.id({ required: true, description: 'The `id` of the person.' }) },
    audit: {
      done: 'person.removed',
      details: ({ id }, _result, before) => ({ person: id, personName: (before as FormerPerson)?.name }),
      // People who removed themselves have no account afterwards.
      state: async ({ id }, context) =>
        context.caller && context.db.person.findUnique({ ...byId(context, id), select: { name: true } }),
    },
    resolve: (_root, { id }, context) => removePerson(context, id),
  }),
  changeName: t.fieldWithSelection({
    type: Person,
    description: 'Changes the name of the person who is signed in.',
    authScopes: SESSION,
    args: { name: t.arg.string({ required: true, description: 'The new name.' }) },
    audit: {
      done: 'person.renamed',
      details: (_args, person, before) =>
        person ? { ...newId('person', person), formerName: (before as FormerPerson)?.name } : {},
      state: async (_args, context) => {
        const { personId = 0n } = callerOf(context);
        return context.db.person.findUnique({ ...byId(context, personId), select: { name: true } });
      },
    },
    resolve: async (query, _root, args, context) => {
      const id = await changeName(context, args);
      return context.db.person.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
