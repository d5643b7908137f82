import { builder } from '../../core/builder/builder.ts';
import { enumType, exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { accountOf, byId } from '../../core/context.ts';
import { recordsById } from '../../core/list/load-record.ts';
import { atMost, embedded } from '../../core/list/list-size.ts';
import { loaderAtPath } from '../../core/list/shared-at-path.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { WEEKDAY, type Weekday } from '../../core/noun/weekdays.ts';
import { Branch } from '../../catalogue/supermarket/graphql.ts';
import { MAX_DAY_STOPS, MAX_TEMPLATE_BRANCHES, MAX_TOUR_TEMPLATES } from '../limits.ts';
import { createTourFromTemplate } from './copy-tour.ts';
import { TEMPLATE_INPUT } from './fields.ts';
import { Tour, TourDriver } from './graphql.ts';
import { createTourTemplate, deleteTourTemplate, updateTourTemplate } from './templates.ts';

const READ = { scope: 'deliveries:read' } as const;
const WRITE = { scope: 'deliveries:write' } as const;

const TourTemplate = builder.prismaObject('TourTemplate', {
  description: 'A pattern that tours are made after.',
  authScopes: { resource: 'deliveries' },
  select: { id: true },
  fields: (t) => {
    const { name, weekdays, vehicle, startsAt, branchIds } = TEMPLATE_INPUT;
    return {
      id: t.exposeID('id', { description: 'The number of the template.' }),
      ...exposed(t, { name, vehicle, startsAt }),
      weekdays: t.field({
        type: [enumType(WEEKDAY)],
        description: describedAs(weekdays),
        select: { weekdays: true },
        resolve: ({ weekdays: days }) => days as Weekday[],
      }),
      branches: t.fieldWithSelection({
        type: [Branch],
        description: `${describedAs(branchIds)!} Needs \`supermarkets:read\`.`,
        authScopes: { scope: 'supermarkets:read' },
        ...embedded(MAX_TEMPLATE_BRANCHES, () => MAX_DAY_STOPS),
        select: { id: true },
        resolve: (selection, { id }, _args, context, info) =>
          loaderAtPath(context, info, async (ids: readonly bigint[]) => {
            const places = await context.db.tourTemplateBranch.findMany({
              where: { accountId: accountOf(context), templateId: { in: [...ids] } },
              select: { templateId: true, branchId: true },
              orderBy: { place: 'asc' },
            });
            const found = places.map(({ branchId }) => branchId);
            const rows = await recordsById(context, context.db.branch, selection, found);
            const byTemplate = Map.groupBy(places, ({ templateId }) => templateId);
            return ids.map((each) => (byTemplate.get(each) ?? []).map(({ branchId }) => rows.get(branchId)!));
          }).load(id),
      }),
      driver: t.relation('driver', {
        type: TourDriver,
        nullable: true,
        description: 'The driver; null if it is open.',
      }),
    };
  },
});

builder.prismaObjectField(Tour, 'template', (t) =>
  t.relation('template', {
    type: TourTemplate,
    nullable: true,
    description: 'The template that the tour was made after; null without one. Needs `deliveries:read`.',
    authScopes: READ,
  }),
);

builder.queryField('tourTemplates', (t) =>
  t.fieldWithSelection({
    type: [TourTemplate],
    description: 'Returns the templates of tours by name.',
    authScopes: READ,
    ...atMost(MAX_TOUR_TEMPLATES),
    resolve: (query, _root, _args, context) =>
      context.db.tourTemplate.findMany({
        ...query,
        where: { accountId: accountOf(context) },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
        take: MAX_TOUR_TEMPLATES,
      }),
  }),
);

const CreateTourTemplateInput = inputType(
  'CreateTourTemplateInput',
  TEMPLATE_INPUT,
  'create',
  'A new template of tours.',
);
const UpdateTourTemplateInput = inputType(
  'UpdateTourTemplateInput',
  TEMPLATE_INPUT,
  'change',
  'What to change; the rest stays, and null clears a field.',
);

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The `id` of the template.' });
  return {
    createTourTemplate: t.fieldWithSelection({
      type: TourTemplate,
      description: 'Creates a template of tours. No tour is made of it by itself.',
      authScopes: WRITE,
      args: { input: t.arg({ type: CreateTourTemplateInput, required: true }) },
      audit: { left: 'tour_template.created' },
      resolve: async (query, _root, { input }, context) => {
        const created = await createTourTemplate(context, input);
        return context.db.tourTemplate.findUniqueOrThrow({ ...query, ...byId(context, created) });
      },
    }),
    updateTourTemplate: t.fieldWithSelection({
      type: TourTemplate,
      description: 'Changes a template of tours. Tours that were made after it stay as they are.',
      authScopes: WRITE,
      args: { id, input: t.arg({ type: UpdateTourTemplateInput, required: true }) },
      audit: { left: 'tour_template.updated' },
      resolve: async (query, _root, args, context) => {
        const changed = await updateTourTemplate(context, args.id, args.input);
        return context.db.tourTemplate.findUniqueOrThrow({ ...query, ...byId(context, changed) });
      },
    }),
    deleteTourTemplate: t.id({
      description: 'Deletes a template of tours, and returns its `id`. Tours that were made after it stay.',
      authScopes: WRITE,
      args: { id },
      audit: { left: 'tour_template.deleted' },
      resolve: (_root, args, context) => deleteTourTemplate(context, args.id),
    }),
    createTourFromTemplate: t.fieldWithSelection({
      type: Tour,
      description:
        'Creates a tour of a day after a template, on any weekday, with the deliveries to its branches that are in no tour. It may be empty.',
      authScopes: WRITE,
      args: { id, date: t.arg({ type: 'Date', required: true, description: 'The day.' }) },
      audit: { left: 'tour.created' },
      resolve: async (query, _root, args, context) => {
        const created = await createTourFromTemplate(context, args.id, args.date);
        return context.db.tour.findUniqueOrThrow({ ...query, ...byId(context, created) });
      },
    }),
  };
});
