import { builder } from '../../core/builder/builder.ts';
import { exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { byId } from '../../core/context.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { atMost } from '../../core/list/list-size.ts';
import { PLAN_LIMITS } from '../../core/caller/plans.ts';
import { archiveContainerType, restoreContainerType } from './archive-container-type.ts';
import { createContainerType } from './create-container-type.ts';
import { CONTAINER_TYPE_FIELDS } from './fields.ts';
import { containerTypesByName } from './list-container-types.ts';
import { updateContainerType } from './update-container-type.ts';

const WRITE = { scope: 'deliveries:write' } as const;

const { deposit, ...VISIBLE_TO_DRIVERS } = CONTAINER_TYPE_FIELDS;

export const ContainerType = builder.prismaObject('ContainerType', {
  description: 'A type of crate, pallet or other container that comes back.',
  authScopes: { anyScope: ['deliveries:read', 'deliveries:write', 'stops:read'] },
  select: { id: true },
  fields: (t) => ({
    ...exposed(t, VISIBLE_TO_DRIVERS),
    deposit: t.expose('deposit', {
      type: 'Decimal',
      nullable: true,
      authScopes: { resource: 'deliveries' },
      description: `${describedAs(deposit)} It is part of no amount. Drivers do not see it.`,
    }),
  }),
});

builder.queryField('containerTypes', (t) =>
  t.fieldWithSelection({
    type: [ContainerType],
    description: 'Returns the container types of the account, by name.',
    authScopes: { anyScope: ['deliveries:read', 'stops:read'] },
    args: {
      archived: t.arg.boolean({
        description:
          'Whether to return archived ones only (`true`) or those in use only (`false`). Default: both.',
      }),
    },
    ...atMost(PLAN_LIMITS.business.quotas.containerTypes),
    resolve: (query, _root, { archived }, context) => containerTypesByName(context, query, archived),
  }),
);

const CreateContainerTypeInput = inputType(
  'CreateContainerTypeInput',
  CONTAINER_TYPE_FIELDS,
  'create',
  'A new container type.',
);
const UpdateContainerTypeInput = inputType(
  'UpdateContainerTypeInput',
  CONTAINER_TYPE_FIELDS,
  'change',
  'Changes to a container type. Fields that are left out stay as they are. Null clears the deposit.',
);

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The `id` of the container type.' });
  return {
    createContainerType: t.fieldWithSelection({
      type: ContainerType,
      description: 'Creates a container type. An account can have 100, archived ones included.',
      authScopes: WRITE,
      args: { input: t.arg({ type: CreateContainerTypeInput, required: true }) },
      resolve: async (query, _root, { input }, context) => {
        const record = await createContainerType(context, input);
        return context.db.containerType.findUniqueOrThrow({ ...query, ...byId(context, record) });
      },
    }),
    updateContainerType: t.fieldWithSelection({
      type: ContainerType,
      description: 'Changes a container type, also in what was recorded before.',
      authScopes: WRITE,
      args: { id, input: t.arg({ type: UpdateContainerTypeInput, required: true }) },
      resolve: async (query, _root, args, context) => {
        const record = await updateContainerType(context, args.id, args.input);
        return context.db.containerType.findUniqueOrThrow({ ...query, ...byId(context, record) });
      },
    }),
    archiveContainerType: t.fieldWithSelection({
      type: ContainerType,
      description:
        'Archives a container type: its balances stay and can be adjusted, but deliveries cannot get it any more. Receipts can.',
      authScopes: WRITE,
      args: { id },
      resolve: async (query, _root, args, context) => {
        const record = await archiveContainerType(context, args.id);
        return context.db.containerType.findUniqueOrThrow({ ...query, ...byId(context, record) });
      },
    }),
    restoreContainerType: t.fieldWithSelection({
      type: ContainerType,
      description: 'Restores an archived container type, so that deliveries can get it again.',
      authScopes: WRITE,
      args: { id },
      resolve: async (query, _root, args, context) => {
        const record = await restoreContainerType(context, args.id);
        return context.db.containerType.findUniqueOrThrow({ ...query, ...byId(context, record) });
      },
    }),
  };
});
