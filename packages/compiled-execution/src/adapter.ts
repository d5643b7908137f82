import type { FieldNode, GraphQLField, GraphQLFieldResolver, GraphQLObjectType } from 'graphql';

/** Any field of an object type. */
export type Field = GraphQLField<unknown, unknown>;

/** The adapter for the library that built the schema, which knows more about fields than graphql-js. */
export interface Adapter<Context = never> {
  /** Creates a collector of the permissions that one operation needs. */
  createRules(): Rules<Context>;
  /** Returns how a field of `type` can be read faster than by its resolver. */
  shortcutOf(type: GraphQLObjectType, field: Field): Shortcut;
  /** Returns the type name of an object behind an interface or union (default: unknown). */
  typeNameOf?(object: unknown): string | undefined;
  /**
   * Called while compiling, with the nodes of each field whose selection depends only on the document: no
   * resolver below it checks which fields its object was loaded with.
   */
  cacheSelection(nodes: readonly FieldNode[]): void;
}

/** Collects the permissions that a plan needs, while it is compiled. */
export interface Rules<Context = never> {
  /**
   * Adds the permissions of a field as `node` selects it.
   *
   * @throws NotCompilable when they depend on more than the caller, the document and the variables
   */
  add(type: GraphQLObjectType, field: Field, node: FieldNode): void;
  /** Returns the first permission that the caller lacks. */
  missing(context: Context, variables: Variables): Permission | undefined;
}

/** The coerced values of an operation's variables. */
export type Variables = Readonly<Record<string, unknown>>;

/** A permission: its name in the library, and its parameter. */
export type Permission = readonly [name: string, parameter: unknown];

export interface Shortcut {
  /** The property that the field returns unchanged; when it is undefined, the resolver loads it. */
  property?: string;
  /** A resolver for objects that have all the properties it needs. */
  whenLoaded?: { needs: string[]; resolve: GraphQLFieldResolver<never, unknown> };
  /** Whether the field's resolver checks which fields its object was loaded with. */
  checksSelection?: boolean;
}

/** Thrown while compiling an operation that only graphql-js can execute. */
export class NotCompilable extends Error {}

/** The adapter for schemas without permissions or other library features. */
export const plainAdapter: Adapter = {
  createRules: () => ({ add() {}, missing: () => undefined }),
  shortcutOf: () => ({}),
  cacheSelection() {},
};
