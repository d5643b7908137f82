/** The values of a GraphQL enum: the lower-case names of the database and REST, in upper case. */
export type EnumValues<Name extends string> = {
  [Each in Name as EnumNameInGraphQL<Each>]: { value: Each; description: string };
};

/** A name in upper case, with an underscore for a hyphen. */
type EnumNameInGraphQL<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Uppercase<First>}_${EnumNameInGraphQL<Rest>}`
  : Uppercase<Name>;

/** Returns `{ IN_TRANSIT: { value: 'in_transit', description }, … }`. */
export function enumValues<Name extends string>(
  names: readonly Name[],
  texts: Readonly<Record<Name, string>>,
): EnumValues<Name> {
  return Object.fromEntries(
    names.map((name) => [name.toUpperCase().replaceAll('-', '_'), { value: name, description: texts[name] }]),
  ) as unknown as EnumValues<Name>;
}
