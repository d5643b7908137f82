import type { FieldNode, GraphQLField, GraphQLFieldResolver, GraphQLObjectType } from 'graphql';

/** Any field of an object type. */
export type Field = GraphQLField<unknown, unknown>;

/** What the library that built the schema knows of its fields and graphql-js does not. */
export interface Adapter<Context = never> {
  /** Creates what gathers the permissions that one operation takes. */
  createRules(): Rules<Context>;
  /** Returns how a field of objects of `type` can be read faster than by its resolver. */
  shortcutOf(type: GraphQLObjectType, field: Field): Shortcut;
  /** Returns the name of the type of an object that an interface or a union stands for (default: it is not known). */
  typeNameOf?(object: unknown): string | undefined;
  /**
   * Called while compiling, with the nodes of each field beneath which no resolver needs to know how its object was
   * loaded: what the field selects of its objects depends on the document alone.
   */
  settle(nodes: readonly FieldNode[]): void;
}

/** Gathers what a caller must be granted for a plan, while it is compiled. */
export interface Rules<Context = never> {
  /** @throws NotCompilable where they depend on more than the caller and the document */
  add(type: GraphQLObjectType, field: Field): void;
  /** Returns whether the caller has them all. */
  areGranted(context: Context): boolean;
}

export interface Shortcut {
  /** The property that the field shows as it is; where it is undefined in an object, the resolver loads it. */
  property?: string;
  /** A resolver for objects that have all the properties it needs. */
  whenLoaded?: { needs: string[]; resolve: GraphQLFieldResolver<never, unknown> };
  /** Whether the field's resolver looks up how its object was loaded. */
  looksUp?: boolean;
}

/** Thrown while compiling what only graphql-js knows how to execute. */
export class NotCompilable extends Error {}

/** For schemas without permissions of their own, whose resolvers are all that there is to know. */
export const plainAdapter: Adapter = {
  createRules: () => ({ add() {}, areGranted: () => true }),
  shortcutOf: () => ({}),
  settle() {},
};
