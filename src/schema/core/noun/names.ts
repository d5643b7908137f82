/** The names that differ from snake case in REST and events: there, a branch is a subchain. */
const OTHER_NAMES = new Map([
  ['branchId', 'subchain_id'],
  ['branchName', 'subchain_name'],
  ['branchReference', 'subchain_reference'],
]);
const GRAPHQL_NAMES = new Map(OTHER_NAMES.entries().map(([name, other]) => [other, name]));

/** Converts `contactEmail` to `contact_email`, the name of a column. */
export function snakeOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the name in REST and events of a field or argument of GraphQL. */
export function restNameOf(name: string): string {
  return OTHER_NAMES.get(name) ?? snakeOf(name);
}

/** Returns the name in GraphQL of a field of REST. */
export function graphQLNameOf(name: string): string {
  return GRAPHQL_NAMES.get(name) ?? name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Converts the path `products[1].productId` to `products[1].product_id`. */
export function restPathOf(path: string): string {
  return path.replace(/[A-Za-z]+/g, restNameOf);
}
