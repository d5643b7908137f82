import type { GraphQLFieldResolver } from 'graphql';

/** The configuration of a type, field or input field by Pothos, as far as plans need it. */
interface Config {
  /** The options with which the type or field was declared. */
  pothosOptions: Partial<Record<Option, unknown>>;
  /** The kind of the field; `PrismaObject` for a field of a record that Prisma loaded. */
  kind?: string;
  /** The resolver without the wrappers of other plugins. */
  resolve?: GraphQLFieldResolver<unknown, unknown>;
  extensions?: { pothosPrismaRelationField?: { name: string }; pothosPrismaSelect?: unknown };
}

type Option =
  | 'authScopes'
  | 'grantScopes'
  | 'onNull'
  | 'query'
  | 'runScopesOnType'
  | 'select'
  | 'skipInterfaceScopes'
  | 'skipTypeScopes';

const KEY = 'compiledExecution';

/**
 * Returns the configuration with itself in its extensions, where {@link configOf} finds it in the built
 * schema.
 */
export function keepConfig<Given extends { extensions?: object | null | undefined }>(config: Given): Given {
  return { ...config, extensions: { ...config.extensions, [KEY]: config } };
}

/** Returns the configuration of a part of the built schema. */
export function configOf({ extensions }: { extensions: object }): Config {
  return (extensions as { [KEY]?: Config })[KEY] ?? { pothosOptions: {} };
}

/** Returns the relation that a field declared by `t.relation` returns. */
export function relationOf(field: { extensions: object }): string | undefined {
  return configOf(field).extensions?.pothosPrismaRelationField?.name;
}
