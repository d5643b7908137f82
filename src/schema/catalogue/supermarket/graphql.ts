import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { byReference, REFERENCE } from '../../core/builder/by-reference.ts';
import { byId } from '../../core/context.ts';
import { enumType, exposed, inputType, itemInput } from '../../core/builder/fields-graphql.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { asNode } from '../../core/node/graphql.ts';
import { embedded } from '../../core/list/list-size.ts';
import { WEEKDAY, weekdaysIn } from '../../core/noun/weekdays.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { VERSION_DESCRIPTION, versionOf } from '../../core/version/version-of.ts';
import { MAX_BRANCHES } from '../limits.ts';
import { addBranch } from './add-branch.ts';
import { createSupermarket } from './create-supermarket.ts';
import { CUT_OFF_FIELDS, type CutOff } from './cut-off.ts';
import { BRANCH_FIELDS, SUPERMARKET_CHANGES, SUPERMARKET_FIELDS } from './fields.ts';
import { DEFAULT_TARGETS, TARGET_FIELDS } from './targets.ts';
import { updateBranch } from './update-branch.ts';
import { updateSupermarket } from './update-supermarket.ts';

const READ = { scope: 'supermarkets:read' } as const;
const WRITE = { scope: 'supermarkets:write' } as const;
const EITHER = { resource: 'supermarkets' } as const;

interface Expecting {
  onTimeTarget: Prisma.Decimal | null;
  fillRateTarget: Prisma.Decimal | null;
}

export const Branch = builder.prismaObject('Branch', {
  ...asNode('Branch'),
  description: 'A branch of a supermarket, to which deliveries go.',
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    ...exposed(t, BRANCH_FIELDS),
    closedWeekdays: t.field({
      type: [enumType(WEEKDAY)],
      nullable: true,
      description: describedAs(BRANCH_FIELDS.closedWeekdays),
      select: { closedWeekdays: true },
      resolve: ({ closedWeekdays }) => (closedWeekdays === null ? null : weekdaysIn(closedWeekdays)),
    }),
  }),
});

builder.prismaObjectField(Branch, 'version', (t) =>
  t.string({
    description: VERSION_DESCRIPTION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'Branch', id),
  }),
);

const Targets = builder.objectRef<Expecting>('SupermarketTargets').implement({
  description: 'What a supermarket expects of deliveries, in percent.',
  authScopes: EITHER,
  fields: (t) => ({
    onTime: t.field({
      type: 'Decimal',
      description: describedAs(TARGET_FIELDS.onTime),
      resolve: ({ onTimeTarget }) => onTimeTarget ?? new Prisma.Decimal(DEFAULT_TARGETS.onTime),
    }),
    fillRate: t.field({
      type: 'Decimal',
      description: describedAs(TARGET_FIELDS.fillRate),
      resolve: ({ fillRateTarget }) => fillRateTarget ?? new Prisma.Decimal(DEFAULT_TARGETS.fillRate),
    }),
  }),
});

const CutOffRef = builder.objectRef<CutOff>('CutOff').implement({
  description: 'Until when deliveries are ordered.',
  authScopes: EITHER,
  fields: (t) => exposed(t, CUT_OFF_FIELDS),
});

export const Supermarket = builder.prismaObject('Supermarket', {
  ...asNode('Supermarket'),
  description: 'A supermarket that receives deliveries at its branches.',
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    ...exposed(t, SUPERMARKET_FIELDS),
    targets: t.field({
      type: Targets,
      description: describedAs(SUPERMARKET_CHANGES.targets),
      select: { onTimeTarget: true, fillRateTarget: true },
      resolve: (supermarket) => supermarket,
    }),
    cutOff: t.field({
      type: CutOffRef,
      nullable: true,
      description: describedAs(SUPERMARKET_FIELDS.cutOff),
      select: { cutOffDaysBefore: true, cutOffTime: true },
      resolve: ({ cutOffDaysBefore: daysBefore, cutOffTime: time }) =>
        daysBefore === null || time === null ? null : { daysBefore, time },
    }),
    branches: t.relation('branches', {
      description: describedAs(SUPERMARKET_FIELDS.branches),
      ...embedded(MAX_BRANCHES, ({ branches }) => branches),
      type: Branch,
      query: { orderBy: { id: 'asc' } },
    }),
  }),
});

builder.prismaObjectField(Supermarket, 'version', (t) =>
  t.string({
    description:
      'Opaque; changes with every change of the supermarket or one of its branches. See `ifMatch`.',
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'Supermarket', id),
  }),
);

builder.prismaObjectField(Branch, 'supermarket', (t) =>
  t.relation('supermarket', {
    type: Supermarket,
    description: 'The supermarket that the branch belongs to.',
  }),
);

builder.queryFields((t) => ({
  supermarket: t.fieldWithSelection({
    type: Supermarket,
    nullable: true,
    description: 'Returns one supermarket.',
    authScopes: READ,
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.supermarket.findUnique({ ...query, ...byId(context, id) }),
  }),
  branch: t.fieldWithSelection({
    type: Branch,
    nullable: true,
    description: 'Returns one branch.',
    authScopes: READ,
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.branch.findUnique({ ...query, ...byId(context, id) }),
  }),
  supermarketByReference: t.fieldWithSelection({
    type: Supermarket,
    nullable: true,
    description: 'Returns the supermarket with this reference, or null.',
    authScopes: READ,
    args: REFERENCE,
    resolve: async (query, _root, args, context) => {
      const [found = null] = await context.db.supermarket.findMany({
        ...query,
        ...byReference(context, args),
      });
      return found;
    },
  }),
  branchByReference: t.fieldWithSelection({
    type: Branch,
    nullable: true,
    description: 'Returns the branch with this reference, or null.',
    authScopes: READ,
    args: REFERENCE,
    resolve: async (query, _root, args, context) => {
      const [found = null] = await context.db.branch.findMany({ ...query, ...byReference(context, args) });
      return found;
    },
  }),
}));

const BranchInputRef = itemInput(SUPERMARKET_FIELDS.branches.kind);
const CreateSupermarketInput = inputType(
  'CreateSupermarketInput',
  SUPERMARKET_FIELDS,
  'create',
  'A new supermarket.',
);
const UpdateSupermarketInput = inputType(
  'UpdateSupermarketInput',
  SUPERMARKET_CHANGES,
  'change',
  'Changes to a supermarket. Fields that are left out stay as they are. Null clears optional fields.',
);
const UpdateBranchInput = inputType(
  'UpdateBranchInput',
  BRANCH_FIELDS,
  'change',
  'Changes to a branch. Fields that are left out stay as they are. Null clears optional fields.',
);

builder.mutationFields((t) => ({
  createSupermarket: t.fieldWithSelection({
    type: Supermarket,
    description: 'Creates a supermarket with its branches.',
    authScopes: WRITE,
    args: { input: t.arg({ type: CreateSupermarketInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await createSupermarket(context, input);
      return context.db.supermarket.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  updateSupermarket: t.fieldWithSelection({
    type: Supermarket,
    description: 'Changes a supermarket.',
    authScopes: WRITE,
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: UpdateSupermarketInput, required: true }),
      ...IF_MATCH,
    },
    resolve: async (query, _root, args, context) => {
      const id = await updateSupermarket(context, args.id, args.input, args.ifMatch);
      return context.db.supermarket.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  addBranch: t.fieldWithSelection({
    type: Branch,
    description: 'Adds a branch to a supermarket.',
    authScopes: WRITE,
    args: {
      supermarketId: t.arg.id({ required: true, description: 'The `id` of the supermarket.' }),
      input: t.arg({ type: BranchInputRef, required: true }),
    },
    resolve: async (query, _root, args, context) => {
      const id = await addBranch(context, args.supermarketId, args.input);
      return context.db.branch.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  updateBranch: t.fieldWithSelection({
    type: Branch,
    description: 'Changes a branch.',
    authScopes: WRITE,
    args: {
      id: t.arg.id({ required: true }),
      supermarketId: t.arg.id({ description: 'The `id` of the supermarket that must have the branch.' }),
      input: t.arg({ type: UpdateBranchInput, required: true }),
      ...IF_MATCH,
    },
    resolve: async (query, _root, args, context) => {
      const id = await updateBranch(context, args.id, args.input, args);
      return context.db.branch.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
