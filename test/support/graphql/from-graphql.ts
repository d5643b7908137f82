import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLOutputType,
} from 'graphql';
import { ROOTS } from './access.ts';
import { snakeOf } from '../../../src/schema/core/noun/names.ts';
import { PASSWORD } from '../service/open-session.ts';
import { inDays } from '../records/records.ts';
import { pngOf } from '../web/images.ts';

/** An operation with one root field, and a variable for every argument. */
export interface Operation {
  name: string;
  query: string;
  /** Valid values; `:name` stands for the id of one of the account's records. */
  variables: Record<string, unknown>;
}

/** Returns one operation for each root field of the schema. */
export function operationsOf(schema: GraphQLSchema): Operation[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) =>
      operationOf(root!.name.toLowerCase(), field, selectionOf(field.type, isWholeList(field) ? 1 : 2)),
    ),
  );
}

/** Lists without a size count at their maximum, so their nested lists would cost too much. */
function isWholeList({ type, args }: GraphQLField<unknown, unknown>): boolean {
  return isListType(getNullableType(type)) && !args.some(({ name }) => name === 'first');
}

/** Returns an operation with one field of the root `kind`. */
export function operationOf(
  kind: string,
  { name, args }: GraphQLField<unknown, unknown>,
  selection: string,
): Operation {
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const call = args.length > 0 ? `(${declared}) { ${name}(${passed})` : ` { ${name}`;
  const variables = args.map((arg) => [arg.name, exampleOf(arg.type, `${name}.${arg.name}`)]);
  return {
    name,
    query: `${kind} ${call} ${selection} }`,
    variables: Object.fromEntries(variables),
  };
}

/**
 * Selects every leaf of the type, `depth` levels deep; of a record within one of its kind, its own leaves.
 */
function selectionOf(type: GraphQLOutputType, depthLeft: number, above: GraphQLOutputType[] = []): string {
  const named = getNamedType(type);
  const depth = above.includes(named) ? 0 : depthLeft;
  if (isInterfaceType(named)) return '{ __typename nodeId }';
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(
    (field) => depth > 0 || isLeafType(getNamedType(field.type)),
  );
  return `{ ${fields.map((field) => `${field.name}${requiredOf(field)} ${selectionOf(field.type, depth - 1, [...above, named])}`).join(' ')} }`;
}

/** Returns the required arguments; lists get one record, which keeps the cost low. */
function requiredOf({ args }: GraphQLField<unknown, unknown>): string {
  const required = args.filter((arg) => isRequiredArgument(arg) || arg.name === 'first');
  const passed = required.map(({ name, type }) => `${name}: ${String(exampleOf(type, name))}`);
  return required.length > 0 ? `(${passed.join(', ')})` : '';
}

/** Arguments that need a record in a certain state, or whose name does not tell the type of the record. */
const IDS: Record<string, string> = {
  firstVersionId: ':delivery_id',
  ids: ':delivery_id',
  keyId: ':api_key_id',
  message: ':message_id',
  webhook: ':webhook_id',
  'reviseDelivery.id': ':pending_id',
  'correctDeliveryLots.deliveryId': ':completed_id',
  'setContainers.deliveryId': ':delivery_id',
  'askAboutDispute.deliveryId': ':disputed_id',
  'settleDisputes.deliveryId': ':disputed_id',
  'settleDisputes.accept': ':dispute_id',
  'acceptReceipt.deliveryId': ':received_id',
  deliveryIds: ':checked_id',
  'createTour.input.deliveryIds': ':toured_id',
  'orderStops.deliveryIds': ':toured_id',
  'cancelImport.id': ':cancelled_import_id',
  'stop.id': ':delivery_id',
  'dispatchStop.id': ':pending_id',
  'completeStop.id': ':delivery_id',
  'confirmStop.id': ':arriving_id',
  'confirmReceipt.deliveryId': ':arriving_id',
  'declineDisputes.deliveryId': ':received_id',
  'restoreOccurrence.id': ':skipped_order_id',
  typeId: ':container_type_id',
  'endStandingOrder.id': ':ending_order_id',
  'deleteSharedView.id': ':shared_view_id',
  // Nobody keeps the log of this one.
  'request.id': '1',
};

/** Examples by the name of an argument or field; those of REST have the same. */
export const VALUES: Record<string, unknown> = {
  branchIds: [':branch_id'],
  contactEmail: 'buying@market.example',
  deliveryWindow: '06:00-10:00',
  url: 'https://receiver.example/hook',
  event: 'product.created',
  events: ['product.created'],
  muted: ['key.expiring'],
  // All types that the caller may read.
  types: null,
  since: '2026-01-01T00:00:00.000Z',
  from: '2026-01-01T00:00:00.000Z',
  to: '2100-01-01T00:00:00.000Z',
  expiresAt: '2100-01-01T00:00:00.000Z',
  scopes: ['products:read'],
  image: pngOf(1, 1).toString('base64'),
  currency: 'CHF',
  email: 'someone@supplier.example',
  password: PASSWORD,
  currentPassword: PASSWORD,
  newPassword: PASSWORD,
  at: new Date().toISOString(),
  signature: [[[0, 0]]],
  // Any version.
  ifMatch: null,
  // A dispute is accepted or declined.
  decline: null,
  // They are refused beside ids.
  supermarketReference: null,
  branchReference: null,
  productReference: null,
  // They are uploaded before.
  photos: null,
  date: inDays(7),
  deliveryDate: inDays(7),
  on: inDays(7),
  validFrom: inDays(7),
  validTo: inDays(9),
  returnDate: inDays(0),
  dateFrom: inDays(-7),
  dateTo: inDays(7),
  bestBefore: inDays(30),
  // Only one of the dates can be given, and a return names a lot that there is.
  useBy: null,
  lot: null,
  bestBeforeFrom: inDays(1),
  bestBeforeTo: inDays(60),
  shippedFrom: inDays(-7),
  shippedTo: inDays(7),
  createdFrom: '2026-01-01T00:00:00.000Z',
  createdTo: '2100-01-01T00:00:00.000Z',
  updatedSince: '2026-01-01T00:00:00.000Z',
  timeZone: 'Europe/Berlin',
  startsOn: inDays(1),
  endsOn: inDays(60),
  pausedFrom: inDays(20),
  pausedUntil: inDays(25),
  generateAt: '06:00',
  asOf: inDays(0),
  startsAt: '06:00',
  like: inDays(7),
  country: 'DE',
  gln: '4012345000009',
  gtin: '4006381333931',
  caseGtin: '14006381333938',
  publicHolidays: 'DE',
  // Only people can.
  override: false,
  // A list takes first or last, and cursors of its own only.
  last: null,
  after: null,
  before: null,
};

const CALENDAR = `BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
DTSTART;VALUE=DATE:${inDays(8).replaceAll('-', '')}
END:VEVENT
END:VCALENDAR`;

/** Examples that depend on where an argument or field is. */
const AT: [path: RegExp, value: unknown][] = [
  [/^requests\.filter\.status$/, 422],
  // These are days, and the other ones times.
  [
    /^((closedDays|planOfDays|restoreOccurrences|supermarketWeek|containerStatement|containerMovements\.filter)\.(from|to)|setClosedDays\.(from|until))$/,
    inDays(7),
  ],
  [/^importClosedDays\.ics$/, CALENDAR],
  [/^containerBalances\.by$/, 'BRANCH'],
  [/^importClosedDays\.dryRun$/, false],
  [/\.cutOff\.time$/, '10:00'],
  [/^auditLog\.filter\.actions$/, ['key.created']],
  // A withdrawal is of lots or of dates, and there is no mail server.
  [/^createWithdrawal\.input\.lots$|^create(Notice|Receipt)Link\.mail$/, null],
  // An adjustment is of today or earlier.
  [/^adjustContainers\.date$/, inDays(0)],
  // What was destroyed and held is part of what was found.
  [/^acknowledgeNotice\.input\.(held|quantityHeld)$/, null],
  // These need a special scope.
  [
    /\.filter\.category$|^return\w*\.filter\.references?$|^return(Analytics|\w*Performance)\.filter\.branchId$/,
    null,
  ],
];

function exampleOf(type: GraphQLInputType, path: string): unknown {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const known = AT.find(([pattern]) => pattern.test(path));
  if (known) return known[1];
  if (name in VALUES) return VALUES[name];
  // No two records of a kind have the same.
  if (name === 'reference') return path;
  if (isNonNullType(type)) return exampleOf(type.ofType, path);
  if (isListType(type)) return [exampleOf(type.ofType, path)];
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return Object.fromEntries(
      fields.map((field) => [field.name, exampleOf(field.type, `${path}.${field.name}`)]),
    );
  }
  if (isEnumType(type)) return type.getValues()[1]!.name;
  if (String(type) === 'ID') return IDS[path] ?? IDS[name] ?? recordOf(path, name);
  if (String(type) === 'String') return 'text';
  if (String(type) === 'Boolean') return true;
  return 1;
}

/** Returns the id that stands for a record of the type that the table of who may what, or the name, tells. */
function recordOf(path: string, name: string): string {
  const [root] = path.split('.');
  const type = (ROOTS[`Query.${root}`] ?? ROOTS[`Mutation.${root}`])?.id;
  if (type && path === `${root}.id`) return `:${snakeOf(type).slice(1)}_id`;
  return name.endsWith('Id') ? `:${snakeOf(name)}` : '1';
}
