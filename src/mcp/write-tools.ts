import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import {
  ToolCreateDeliveryDocument,
  ToolMoveDeliveryDocument,
  ToolRecordReturnDocument,
  ToolReverseReturnDocument,
} from '../generated/operations.ts';
import { DeliveryInput } from '../rest/delivery/shape.ts';
import { ReturnInput, ReturnReversal } from '../rest/return/shape.ts';
import { KEY_PATTERN } from '../http/admission/idempotency-key.ts';
import { DELIVERY_STATUS } from '../schema/trade/delivery/status.ts';
import { DELIVERY_WARNINGS as WARNING_KINDS } from '../schema/trade/lot/read-warnings.ts';
import { recordId } from '../schema/core/noun/rules.ts';
import { DELIVERY_SHAPE, withoutExcessLines } from './find-tools.ts';
import { TOOL_RECORDS } from './records.ts';
import { rehearse } from '../schema/core/write/rehearse.ts';
import { type Tool, tool } from './tool.ts';

const SAFETY = {
  idempotency_key: z
    .string()
    .regex(new RegExp(KEY_PATTERN), 'must be 1 to 255 visible ASCII characters')
    .describe('Any text that is new for each change. A call with the same key is not executed again.'),
  dry_run: z
    .boolean()
    .optional()
    .describe('Checks everything and shows the result, but changes nothing. Default false.'),
};

interface WriteToolDefinition<Variables> extends Pick<Tool, 'name' | 'title' | 'description' | 'scopes'> {
  writes: NonNullable<Tool['writes']>;
  /** Whether the tool changes the record of its input, rather than creating one. */
  isChange?: true;
  /** The rules of the input besides key and dry run. */
  input: z.ZodRawShape;
  variables(input: Record<string, unknown>): Variables;
  operation: TypedDocumentNode<{ record: object }, Variables>;
  /** The name of the record in the output. */
  record: string;
  shape: z.ZodObject;
  toShown(record: object): object;
}

/** Declares a tool that changes something: once per key, and not at all in a dry run. */
function writeTool<Variables>(definition: WriteToolDefinition<Variables>): Tool {
  const { record, shape, operation, variables, toShown, input, isChange, ...common } = definition;
  // A record that was only rehearsed has no id.
  const shown = shape.partial({ id: true });
  return tool({
    ...common,
    input: z.strictObject({ ...input, ...SAFETY }),
    output: z.strictObject({ [record]: shown, dry_run: z.boolean() }),
    async answer({ idempotency_key, dry_run = false, ...values }, { run, context }) {
      const given = variables(values);
      const data = dry_run
        ? await rehearse(context, (inside) => run(operation, given, { context: inside }))
        : await run(operation, given, { idempotencyKey: idempotency_key });
      const { id, ...rest } = toShown(data.record) as { id: number };
      return { [record]: dry_run && !isChange ? rest : { id, ...rest }, dry_run };
    },
  });
}

/** How many warnings a tool shows. */
const MAX_WARNINGS = 20;

/** The warnings about a new delivery. Reasons of closed days and lots are text that people typed. */
const WARNINGS = z.array(
  z.strictObject({
    kind: z.enum(WARNING_KINDS),
    date: z.string().meta({ format: 'date' }).nullable(),
    untrusted_text: z.strictObject({ message: z.string() }),
  }),
);

/** Returns the warnings that `ToolCreateDelivery` selects, in the shape of the tool's output. */
function warningsOutput(record: object): z.infer<typeof WARNINGS> {
  const { warnings } = record as { warnings: { kind: string; date: string | null; message: string }[] };
  return warnings.slice(0, MAX_WARNINGS).map(({ kind, date, message }) => ({
    kind: kind.toLowerCase() as (typeof WARNING_KINDS)[number],
    date,
    untrusted_text: { message },
  }));
}

const toDelivery = (record: object) => withoutExcessLines(TOOL_RECORDS.Delivery.toShown(record));

export const writeTools = [
  writeTool({
    name: 'create_delivery',
    title: 'Create a delivery',
    description:
      'Creates a pending delivery. Names are copied from the catalogue, unit prices too where none is agreed with the supermarket for that day. `warnings` say what is doubtful, such as a closed day: show them. `warning_count` counts those beyond the first 20, too.',
    scopes: ['deliveries:write'],
    writes: 'reversible',
    input: (DeliveryInput.schema as z.ZodObject).shape,
    variables: (input) => ({ input: DeliveryInput.toGraphQL(input) }),
    operation: ToolCreateDeliveryDocument,
    record: 'delivery',
    shape: DELIVERY_SHAPE.extend({ warnings: WARNINGS, warning_count: z.int() }),
    toShown: (record) =>
      withoutExcessLines({
        ...TOOL_RECORDS.Delivery.toShown(record),
        warnings: warningsOutput(record),
        warning_count: (record as { warningCount: number }).warningCount,
      }),
  }),
  writeTool({
    name: 'move_delivery',
    title: 'Change the status of a delivery',
    description:
      'Moves a delivery from pending to in_transit or cancelled, or from in_transit to completed. It cannot be moved back.',
    scopes: ['deliveries:write'],
    writes: 'irreversible',
    isChange: true,
    input: { id: recordId.describe('The `id` of the delivery.'), status: DELIVERY_STATUS.rule },
    variables: ({ id, status }) => ({ id: String(id), status: DELIVERY_STATUS.toGraphQL(status as never) }),
    operation: ToolMoveDeliveryDocument,
    record: 'delivery',
    shape: DELIVERY_SHAPE,
    toShown: toDelivery,
  }),
  writeTool({
    name: 'record_return',
    title: 'Record a return',
    description:
      'Records a return of a delivered product. The delivery must be in transit or completed. A return cannot be deleted, but `reverse_return` takes it back.',
    scopes: ['returns:write'],
    writes: 'reversible',
    input: (ReturnInput.schema as z.ZodObject).shape,
    variables: (input) => ({ input: ReturnInput.toGraphQL(input) }),
    operation: ToolRecordReturnDocument,
    record: 'return',
    shape: TOOL_RECORDS.Return.schema,
    toShown: TOOL_RECORDS.Return.toShown,
  }),
  writeTool({
    name: 'reverse_return',
    title: 'Reverse a return',
    description:
      'Takes a return back, once, by another return with the negative quantity and credit. A reversal cannot be reversed; record the right return instead.',
    scopes: ['returns:write'],
    writes: 'irreversible',
    input: {
      id: recordId.describe('The `id` of the return to reverse.'),
      ...(ReturnReversal.schema as z.ZodObject).shape,
    },
    variables: ({ id, reason }) => ({ id: String(id), reason: reason as string }),
    operation: ToolReverseReturnDocument,
    record: 'return',
    shape: TOOL_RECORDS.Return.schema,
    toShown: TOOL_RECORDS.Return.toShown,
  }),
];
