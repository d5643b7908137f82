import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import type { Context } from '../context.ts';
import type { CollectedErrors } from './collected-errors.ts';

/** Gathers what a caller must be granted for a plan, while it is compiled. */
export interface Rules {
  /** @throws NotCompilable where they hang on more than the caller and the document */
  add(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): void;
  /** Returns whether the caller has them all. */
  areGranted(context: Context): boolean;
}

/** What all parts of one operation's plan are compiled from. */
export interface Source {
  /** Without any checks of scopes: they are made before the plan runs. */
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  rules: Rules;
  /** How many of the fields compiled so far look up how their object was loaded. */
  lookUps: number;
  /** Compiles what is selected of objects of `type`. @throws NotCompilable */
  select(type: GraphQLObjectType, selections: readonly SelectionSetNode[]): Complete;
}

/** One execution of a plan. */
export interface Execution {
  context: Context;
  variableValues: GraphQLResolveInfo['variableValues'];
  hideSuggestions: boolean | undefined;
  signal: AbortSignal | undefined;
  errors: CollectedErrors;
  /** Called after each item of a list: returns what to wait for when others are to get their turn. */
  pause(): Promise<void> | undefined;
  /** Set once there is a result or an abort: what was still awaited then resolves nothing more. */
  isOver: boolean;
}

/** A place in the result. */
export type Path = GraphQLResolveInfo['path'];

/** Turns what a resolver returned into what the result shows, at once if nothing has to be awaited. */
export type Complete = (value: unknown, path: Path | undefined, execution: Execution) => unknown;

/** Thrown while compiling what only graphql-js knows how to execute. */
export class NotCompilable extends Error {}
