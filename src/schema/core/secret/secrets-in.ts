import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** How a secret may be stored. */
export type SecretKind =
  /** Encrypted, or in plain text without a `SECRETS_KEY`. */
  | 'stored'
  /** Encrypted only: the database has nothing but its hash. */
  | 'neverPlain';

/** Declares that a field returns a secret. */
export const SECRET = { extensions: { secret: 'stored' satisfies SecretKind } } as const;

/** Declares that a field returns a secret which the database never stores in plain text. */
export const NEVER_PLAIN = { extensions: { secret: 'neverPlain' satisfies SecretKind } } as const;

/** The kinds of secrets by document. Documents that are parsed once are kept. */
const secretKinds = new WeakMap<DocumentNode, SecretKind | undefined>();

/** Returns the kind of secret, the stricter one if there are both, that a valid document selects anywhere. */
export function secretsIn(schema: GraphQLSchema, document: DocumentNode): SecretKind | undefined {
  if (secretKinds.has(document)) return secretKinds.get(document);
  let found: SecretKind | undefined;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const kind = types.getFieldDef()?.extensions.secret as SecretKind | undefined;
        if (kind && found !== 'neverPlain') found = kind;
      },
    }),
  );
  secretKinds.set(document, found);
  return found;
}
