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
import type { Path } from './path.ts';

/** What all parts of one operation's plan are compiled from. */
export interface Source {
  /** Without any checks of permissions: they are made before the plan runs. */
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  adapter: Adapter;
  /** Whether it can be executed twice. */
  isQuery: boolean;
  /** Of the plan, or of the branch for a possible type that is compiled now. */
  rules: Rules;
  /** The variables, for `@skip` and `@include`. */
  conditions: GraphQLResolveInfo['variableValues'];
  /** How many of the fields compiled so far look up how their object was loaded. */
  lookUps: number;
  /** Compiles what is selected of objects of `type`. @throws NotCompilable */
  select(type: GraphQLObjectType, selections: readonly SelectionSetNode[]): Complete;
}

/** Called after each item of a list: returns what to wait for when other work is to get its turn. */
export type Pause = () => Promise<void> | undefined;

/** One execution of a plan. */
export interface Execution {
  context: unknown;
  variableValues: GraphQLResolveInfo['variableValues'];
  hideSuggestions: boolean | undefined;
  signal: AbortSignal | undefined;
  errors: CollectedErrors;
  pause: Pause;
  /** Set once only graphql-js can tell the result. */
  isLeft: boolean;
  /** Set once there is a result or an abort: what was still awaited then resolves nothing more. */
  isOver: boolean;
}

/** Turns what a resolver returned into what the result shows, at once if nothing has to be awaited. */
export type Complete = (value: unknown, path: Path | undefined, execution: Execution) => unknown;
