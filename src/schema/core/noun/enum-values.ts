/** The values of a GraphQL enum: the lower-case names of the database and REST, in upper case. */
export type EnumValues<Name extends string> = { [Each in Name as InGraphQL<Each>]: { value: Each } };

/** A name in upper case, with an underscore for a hyphen. */
type InGraphQL<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Uppercase<First>}_${InGraphQL<Rest>}`
  : Uppercase<Name>;

/** Returns `{ IN_TRANSIT: { value: 'in_transit' }, … }`. */
export function enumValues<Name extends string>(names: readonly Name[]): EnumValues<Name> {
  return Object.fromEntries(
    names.map((name) => [name.toUpperCase().replaceAll('-', '_'), { value: name }]),
  ) as unknown as EnumValues<Name>;
}
