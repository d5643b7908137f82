import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLError,
  GraphQLObjectType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import type { Context } from '../context.ts';
import type { RequiredScopes } from './required-scopes.ts';

/** What all parts of one operation's plan are compiled from. */
export interface Source {
  /** Without any checks of scopes: they are made before the plan runs. */
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  scopes: RequiredScopes;
  /** How many of the fields compiled so far look up how their object was loaded. */
  lookUps: number;
  /** Compiles what is selected of objects of `type`. @throws NotCompilable */
  select(type: GraphQLObjectType, selections: readonly SelectionSetNode[]): Complete;
}

/** One execution of a plan. */
export interface Execution {
  context: Context;
  variableValues: GraphQLResolveInfo['variableValues'];
  signal: AbortSignal | undefined;
  /** Of fields that may be null, and therefore are. */
  errors: GraphQLError[];
}

/** A place in the answer. */
export type Path = GraphQLResolveInfo['path'];

/** Makes of what a resolver gave what the answer shows, at once if nothing has to be waited for. */
export type Complete = (value: unknown, path: Path | undefined, execution: Execution) => unknown;

/** Thrown while compiling what only graphql-js knows how to execute. */
export class NotCompilable extends Error {}

export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as Partial<Promise<unknown>> | null | undefined)?.then === 'function';
}
