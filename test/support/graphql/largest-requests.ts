import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** The items of a page at most. */
export const PAGE = 100;

/** The arguments of fields that need some, by the names of the fields: for as much as they can read. */
export type Arguments = Readonly<Record<string, string>>;

/** Fields of queries that are not asked for, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  branchByReference: 'like branch',
  deliveryByReference: 'like delivery',
  import: 'a record without lists that grow with an account',
  invitationOffer: 'a record without lists',
  latestEvents: 'a list of values',
  node: 'like those of each type',
  nodes: 'like those of each type',
  productByReference: 'like product',
  productWithdrawals: 'a list of values',
  request: 'a record without lists',
  savedViews: 'a list of values',
  supermarketByReference: 'like supermarket',
  webhook: 'a record without lists',
  webhookMessagePage: 'a page of values',
  withdrawal: 'like a list of withdrawals',
};

/**
 * Returns a request for each field with records of its own of each list and record of the schema, and one for
 * all its values, each for pages of a size.
 */
export function largestRequests(schema: GraphQLSchema, given: Arguments): ((size: number) => string)[] {
  return Object.values(schema.getQueryType()!.getFields()).flatMap((field) => {
    const type = getNamedType(field.type);
    if (!isObjectType(type) || field.name in LEFT_OUT) return [];
    const { nodes, items } = type.getFields();
    const rows = nodes ?? items;
    const record = rows ? (getNamedType(rows.type) as GraphQLObjectType) : type;
    const own = field.name === 'lotTrace' ? [...selectionsOf(type, given)] : [];
    return [...own, ...selectionsOf(record, given).map(within(rows))].map(
      (selectionFor) => (size: number) => {
        return `{ ${field.name}${argumentsOf(field, size, given)} ${selectionFor(size)} }`;
      },
    );
  });
}

type SelectionFor = (size: number) => string;

function within(rows: Field | undefined): (selection: SelectionFor) => SelectionFor {
  return (selectionFor) => (size) => (rows ? `{ ${rows.name} ${selectionFor(size)} }` : selectionFor(size));
}

/**
 * Returns the selections of a record: its values, then each of its fields with records, and the lists of
 * those.
 */
function selectionsOf(type: GraphQLObjectType, given: Arguments): SelectionFor[] {
  return [
    () => valuesOf(type),
    ...recordsOf(type, given).flatMap((field) => {
      const inner = getNamedType(field.type) as GraphQLObjectType;
      const { nodes } = inner.getFields();
      const values = nodes
        ? `{ nodes ${valuesOf(getNamedType(nodes.type) as GraphQLObjectType)} }`
        : valuesOf(inner);
      const lists = nodes
        ? []
        : recordsOf(inner, given).filter(({ type }) => isListType(getNullableType(type)));
      return [
        (size: number) => `{ ${field.name}${argumentsOf(field, size, given)} ${values} }`,
        ...lists.map(
          (list) => (size: number) =>
            `{ ${field.name}${argumentsOf(field, size, given)} { ${list.name}${argumentsOf(list, size, given)} ${valuesOf(getNamedType(list.type) as GraphQLObjectType)} } }`,
        ),
      ];
    }),
  ];
}

function valuesOf(type: GraphQLObjectType): string {
  const names = Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument))
    .map(({ name }) => name);
  return `{ ${['__typename', ...names].join(' ')} }`;
}

function recordsOf(type: GraphQLObjectType, given: Arguments): Field[] {
  return Object.values(type.getFields()).filter(
    (field) =>
      isObjectType(getNamedType(field.type)) && (field.name in given || !field.args.some(isRequiredArgument)),
  );
}

/** @throws if a field needs arguments that are not given: a new one has to be tried too */
function argumentsOf({ name, args }: Field, size: number, given: Arguments): string {
  if (args.some(isRequiredArgument) && !(name in given)) throw new Error(`no arguments of ${name} are given`);
  const sized = ['first', 'perPage'].find((each) => args.some((arg) => arg.name === each));
  // Fields of the same name can have no arguments, such as the supermarket of a branch.
  const isGiven = args.some((arg) => given[name]?.startsWith(`${arg.name}:`));
  const all = [isGiven ? given[name] : undefined, sized && `${sized}: ${size}`].filter(
    (each) => each !== undefined,
  );
  return all.length === 0 ? '' : `(${all.join(', ')})`;
}
