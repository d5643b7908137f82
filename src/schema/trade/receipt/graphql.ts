import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { Delivery } from '../delivery/graphql.ts';
import { enumType, inputType, itemInput } from '../../core/builder/fields-graphql.ts';
import { MAX_TEXT } from '../../core/limits.ts';
import { embedded } from '../../core/list/list-size.ts';
import { CONTAINER_ROWS } from '../container/fields.ts';
import { MAX_CONTAINER_ROWS, MAX_PHOTOS, MAX_SIGNATURE_KIB, MAX_TEMPERATURES } from '../limits.ts';
import { confirmReceipt } from './confirm-receipt.ts';
import { SIGNATURE_BOX } from './draw-signature.ts';
import { RECEIPT_LINE_FIELDS, RECEIPT_SOURCE, TEMPERATURE_FIELDS, type Temperature, ZONE } from './fields.ts';

const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;
const { width, height } = SIGNATURE_BOX;

const ReceiptTemperature = builder.objectRef<Temperature>('ReceiptTemperature').implement({
  description: 'A temperature measured when the goods arrived.',
  authScopes: EITHER,
  fields: (t) => ({
    zone: t.expose('zone', { type: enumType(ZONE), description: 'What the temperature was measured of.' }),
    celsius: t.exposeFloat('celsius', { description: 'The temperature in degrees Celsius.' }),
  }),
});

export const Receipt = builder.prismaObject('Receipt', {
  description: 'What was received at the door. What was not received is in the returns of the delivery.',
  authScopes: EITHER,
  select: { deliveryId: true },
  fields: (t) => ({
    receivedAt: t.expose('receivedAt', { type: 'DateTime', description: 'When the goods were received.' }),
    receivedBy: t.exposeString('receivedBy', { description: 'The name of the person who received them.' }),
    by: t.field({
      type: enumType(RECEIPT_SOURCE),
      description: 'How the receipt was recorded.',
      select: { recordedBy: true },
      resolve: ({ recordedBy }) => recordedBy as (typeof RECEIPT_SOURCE.values)[number],
    }),
    recordedBy: t.exposeString('recorderName', {
      nullable: true,
      description:
        'The name of the person or the key that recorded it; null for a branch by its link, and where it was not kept.',
    }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it was accepted, which completing the delivery and deciding the last dispute do too; null while it waits, and ' +
        'where nobody had to accept it.',
    }),
    checkedBy: t.exposeString('checkedBy', {
      nullable: true,
      description: 'The name of the person or the key that accepted it.',
    }),
    signature: t.exposeString('signature', {
      nullable: true,
      description: `The signature, as the data of an SVG path in a box of ${width} × ${height}; null without one.`,
    }),
    temperatures: t.field({
      type: [ReceiptTemperature],
      description: 'The temperatures measured.',
      select: { temperatures: true },
      ...embedded(MAX_TEMPERATURES),
      resolve: ({ temperatures }) => temperatures as unknown as Temperature[],
    }),
  }),
});

builder.prismaObjectField(Delivery, 'receipt', (t) =>
  t.relation('receipt', {
    type: Receipt,
    nullable: true,
    description: 'What was received at the door; null until it is confirmed.',
  }),
);

export const ConfirmReceiptInput = builder.inputType('ConfirmReceiptInput', {
  description: 'What was received of a delivery.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description:
        'When the goods were received (default: now). Clocks can be an hour wrong: a later time counts as now, and a ' +
        'time before the dispatch is accepted.',
    }),
    receivedBy: t.string({
      required: true,
      description: `The name of the person who received them, at most ${MAX_TEXT} characters.`,
    }),
    lines: t.field({
      type: [
        inputType(
          'ReceiptLineInput',
          RECEIPT_LINE_FIELDS,
          'create',
          'What was received of a line of the delivery.',
        ),
      ],
      description: 'What was received. Lines and lots that are left out were received in full.',
    }),
    signature: t.field({
      type: t.listRef(t.listRef(t.listRef('Float'))),
      description: `The strokes of the signature, each a list of points \`[x, y]\`. Drawn as an SVG path of at most ${MAX_SIGNATURE_KIB} KiB.`,
    }),
    temperatures: t.field({
      type: [
        inputType(
          'ReceiptTemperatureInput',
          TEMPERATURE_FIELDS,
          'create',
          'A temperature measured when the goods arrived.',
        ),
      ],
      description: `The temperatures measured, at most ${MAX_TEMPERATURES}.`,
    }),
    containers: t.field({
      type: [itemInput(CONTAINER_ROWS)],
      description: `The containers that went out or came back, each type at most once (at most ${MAX_CONTAINER_ROWS}). Types that are left out stay as they are, and so does an \`out\` or a \`back\` that a row leaves out.`,
    }),
    photos: t.idList({
      description: `The \`id\` of each photo, at most ${MAX_PHOTOS}. Upload them before: \`POST /photos?delivery=ID\`.`,
    }),
  }),
});

builder.mutationField('confirmReceipt', (t) =>
  t.fieldWithSelection({
    type: Delivery,
    description: `Records what was received of a delivery in transit, creates a return for each line of which less was
received, and completes the delivery. Sends \`return.created\` and \`delivery.completed\`. With lines it also needs \`returns:write\`.`,
    authScopes: WRITE,
    args: {
      deliveryId: t.arg.id({ required: true, description: 'The `id` of the delivery.' }),
      input: t.arg({ type: ConfirmReceiptInput, required: true, description: 'What was received.' }),
    },
    resolve: async (query, _root, { deliveryId, input }, context) => {
      await confirmReceipt(context, deliveryId, input);
      return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, deliveryId) });
    },
  }),
);
