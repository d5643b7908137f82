import type {
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import type { Adapter, Rules } from './adapter.ts';
import type { CollectedErrors } from './collected-errors.ts';
import type { Bounds } from './operation.ts';
import type { Path } from './path.ts';
import type { Turns } from './turns.ts';

/** The input for compiling the parts of one operation's plan. */
export interface Source {
  /** A schema without permission checks, which happen before the plan runs. */
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  adapter: Adapter;
  /** Whether the operation can be executed twice. */
  isQuery: boolean;
  /** The permissions of the plan, or of the branch that is being compiled. */
  rules: Rules;
  /** The variables, for `@skip` and `@include`. */
  conditions: GraphQLResolveInfo['variableValues'];
  /** The number of fields compiled so far that check which fields their object was loaded with. */
  selectionChecks: number;
  /**
   * Compiles the selection on objects of `type`.
   *
   * @throws NotCompilable
   */
  select(type: GraphQLObjectType, selections: readonly SelectionSetNode[]): Complete;
}

/** An execution of a plan. */
export interface Execution {
  context: unknown;
  variableValues: GraphQLResolveInfo['variableValues'];
  hideSuggestions: boolean | undefined;
  signal: AbortSignal | undefined;
  errors: CollectedErrors;
  /** Whether only graphql-js can produce the result. */
  needsGraphqlJs: boolean;
  /** Whether there is a result or an abort: pending work then resolves no further fields. */
  isOver: boolean;
  /** The remaining part of the bounds, by which the result may still grow. */
  left: Required<Bounds>;
  turns: Turns;
  /** Ends the execution: it rejects with the reason. */
  stop(reason: unknown): void;
}

/** Converts a resolver's return value into the result's value, synchronously if nothing has to be awaited. */
export type Complete = (value: unknown, path: Path | undefined, execution: Execution) => unknown;
