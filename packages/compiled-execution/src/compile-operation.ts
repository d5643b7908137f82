import {
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { GraphQLDisableErrorPropagationDirective } from 'graphql/type/directives.js';
import { type Adapter, NotCompilable, type Rules } from './adapter.ts';
import { compileOnlyField, compileSelection } from './compile-selection.ts';
import type { Complete, Source } from './execution.ts';

/** A compiled operation, for all its executions. */
export interface Plan {
  rules: Rules;
  /** Undefined when graphql-js has to execute the operation; its permissions are in the plan all the same. */
  complete: Complete | undefined;
}

/**
 * Compiles an operation of a valid document. Returns undefined for operations that need graphql-js, such as
 * subscriptions and directives that change execution.
 *
 * @param conditions the variables; only the values of `conditionsOf` are used
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  adapter: Adapter,
  conditions: Source['conditions'],
): Plan | undefined {
  const root = schema.getRootType(operation.operation);
  if (!root || operation.operation === OperationTypeNode.SUBSCRIPTION) return undefined;
  if (operation.directives?.some(changesExecution)) return undefined;
  const rules = adapter.createRules();
  const source: Source = {
    schema,
    operation,
    fragments: fragmentsOf(document),
    adapter,
    isQuery: operation.operation === OperationTypeNode.QUERY,
    rules,
    conditions,
    selectionChecks: 0,
    select: (type, selections) => compileSelection(source, type, selections),
  };
  try {
    const { selectionSet } = operation;
    const isMutation = operation.operation === OperationTypeNode.MUTATION;
    const complete = isMutation
      ? compileOnlyField(source, root, selectionSet)
      : source.select(root, [selectionSet]);
    return { rules, complete };
  } catch (error) {
    if (error instanceof NotCompilable) return undefined;
    throw error;
  }
}

/** Returns whether a directive on the operation changes execution. All others concern only the caller. */
function changesExecution({ name }: DirectiveNode): boolean {
  return name.value === GraphQLDisableErrorPropagationDirective.name;
}

function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((each) => [each.name.value, each]));
}
