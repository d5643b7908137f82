import { z } from 'zod';
import { violation } from '../../../problems.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { errorAt, notFound } from '../../core/errors.ts';
import { changeInput } from '../../core/noun/change-input.ts';
import { rulesToChange, rulesToCreate } from '../../core/noun/fields.ts';
import { columns, newValues, values } from '../../core/noun/fields-sql.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_TOUR_TEMPLATES } from '../limits.ts';
import { TEMPLATE_INPUT, TOUR_TEMPLATE_FIELDS } from './fields.ts';
import { requireDriver } from './require-driver.ts';
import { requireEach } from './require-each.ts';

const CreateTemplate = z.strictObject(rulesToCreate(TEMPLATE_INPUT));
const UpdateTemplate = changeInput(z.strictObject(rulesToChange(TEMPLATE_INPUT)), TEMPLATE_INPUT);

/** Creates a template of tours, and returns its id. @throws AppError `not_found` or `validation_error` */
export async function createTourTemplate(context: Context, input: unknown): Promise<bigint> {
  const { branchIds, ...given } = valid(CreateTemplate, input);
  const accountId = accountOf(context);
  const work = async (inside: Context) => {
    await lockTemplates(inside);
    await requireRoomForTemplate(inside);
    await requireDriver(inside, given.driverId);
    const [{ id }] = await inside.db.$queryRaw<[{ id: bigint }]>`
      INSERT INTO tour_templates (account_id, ${columns(TOUR_TEMPLATE_FIELDS)})
      VALUES (${accountId}, ${values(TOUR_TEMPLATE_FIELDS, given)}) RETURNING id`;
    await writeBranches(inside, id, branchIds);
    return id;
  };
  return inAuditedTransaction(context, work, (id) => ({
    action: 'tour_template.created',
    details: { tourTemplate: String(id), name: given.name },
  }));
}

/** Changes a template of tours, and returns its id. @throws AppError `not_found` or `validation_error` */
export async function updateTourTemplate(context: Context, id: string, input: unknown): Promise<bigint> {
  const { branchIds, ...changes } = valid(UpdateTemplate, input);
  const accountId = accountOf(context);
  const record = recordIdOf(id);
  const work = async (inside: Context) => {
    await lockTemplates(inside);
    await requireDriver(inside, changes.driverId);
    const [template] = await inside.db.$queryRaw<{ name: string }[]>`
      UPDATE tour_templates SET (${columns(TOUR_TEMPLATE_FIELDS, 'change')}) = (
        SELECT ${newValues(TOUR_TEMPLATE_FIELDS, changes)}
      )
      WHERE account_id = ${accountId} AND id = ${record} RETURNING name`;
    if (!template) throw notFound('tour template');
    if (branchIds) await writeBranches(inside, record, branchIds);
    return template.name;
  };
  await inAuditedTransaction(
    context,
    work,
    (name) => ({
      action: 'tour_template.updated',
      details: {
        tourTemplate: String(record),
        name,
        fields: Object.keys({ ...changes, ...(branchIds && { branchIds }) }),
      },
    }),
    (inside) => readTemplate(inside, record),
  );
  return record;
}

/** Deletes a template of tours. The tours made after it stay. @throws AppError `not_found` */
export async function deleteTourTemplate(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  const work = async (inside: Context) => {
    await lockTemplates(inside);
    const [template] = await inside.db.$queryRaw<{ name: string }[]>`
      DELETE FROM tour_templates WHERE account_id = ${accountOf(inside)} AND id = ${record} RETURNING name`;
    if (!template) throw notFound('tour template');
    return template.name;
  };
  await inAuditedTransaction(context, work, (name) => ({
    action: 'tour_template.deleted',
    details: { tourTemplate: String(record), name },
  }));
  return record;
}

/** Makes changes of the account's templates wait for each other until the transaction ends. */
async function lockTemplates(context: Context): Promise<void> {
  const templates = `tour templates of ${accountOf(context)}`;
  // guard: tour-templates-lock
  await context.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${templates}, 0))`;
}

async function requireRoomForTemplate(context: Context): Promise<void> {
  const count = await context.db.tourTemplate.count({ where: { accountId: accountOf(context) } });
  // guard: tour-template-count
  if (count >= MAX_TOUR_TEMPLATES) {
    const wording = `cannot be added: there are ${MAX_TOUR_TEMPLATES} templates already. Delete one first`;
    throw errorAt('name', 'too_many', wording, { max: MAX_TOUR_TEMPLATES });
  }
}

/** Returns what a template consists of; undefined without one. */
async function readTemplate(context: Context, id: bigint): Promise<unknown> {
  const where = { accountId_id: { accountId: accountOf(context), id } };
  const include = { branches: { orderBy: { place: 'asc' } } } as const;
  return (await context.db.tourTemplate.findUnique({ where, include })) ?? undefined;
}

/**
 * Writes the branches of a template. A branch that was archived since can stay, but not be added.
 *
 * @throws AppError `not_found` or `validation_error` on branchIds
 */
async function writeBranches(
  context: Context,
  templateId: bigint,
  branchIds: readonly bigint[],
): Promise<void> {
  const accountId = accountOf(context);
  const { db } = context;
  const found = await db.$queryRaw<{ id: bigint; isUsable: boolean }[]>`
    SELECT id, archived_at IS NULL OR EXISTS (
      SELECT FROM tour_template_branches kept
      WHERE kept.account_id = ${accountId} AND kept.template_id = ${templateId} AND kept.branch_id = branch.id
    ) AS "isUsable"
    FROM branches branch WHERE account_id = ${accountId} AND id = ANY(${branchIds}::bigint[])`;
  requireEach(branchIds, new Map(found.map((each) => [each.id, each])), {
    list: 'branchIds',
    noun: 'branch',
    violationOf: ({ isUsable }) =>
      isUsable ? undefined : violation('archived', 'is archived. Restore it or choose another'),
  });
  await db.$executeRaw`
    DELETE FROM tour_template_branches WHERE account_id = ${accountId} AND template_id = ${templateId}`;
  await db.$executeRaw`
    INSERT INTO tour_template_branches (account_id, template_id, place, branch_id)
    SELECT ${accountId}, ${templateId}, place, branch_id
    FROM unnest(${branchIds}::bigint[]) WITH ORDINALITY AS given (branch_id, place)`;
}
