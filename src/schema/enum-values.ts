/** The values of a GraphQL enum for the same names in lower case, which the database and REST have. */
export type EnumValues<Name extends string> = { [Each in Name as Uppercase<Each>]: { value: Each } };

/** Returns `{ IN_TRANSIT: { value: 'in_transit' }, … }`. */
export function enumValues<Name extends string>(names: readonly Name[]): EnumValues<Name> {
  return Object.fromEntries(
    names.map((name) => [name.toUpperCase(), { value: name }]),
  ) as unknown as EnumValues<Name>;
}
