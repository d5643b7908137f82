/** The values of a GraphQL enum: the lower-case names of the database and REST, in upper case. */
export type EnumValues<Name extends string> = { [Each in Name as Uppercase<Each>]: { value: Each } };

/** Returns `{ IN_TRANSIT: { value: 'in_transit' }, … }`. */
export function enumValues<Name extends string>(names: readonly Name[]): EnumValues<Name> {
  return Object.fromEntries(
    names.map((name) => [name.toUpperCase(), { value: name }]),
  ) as unknown as EnumValues<Name>;
}
