import type { FieldNode, GraphQLAbstractType, GraphQLObjectType } from 'graphql';
import { NotCompilable, type Rules } from './adapter.ts';
import type { Complete, Source } from './execution.ts';

/** How objects of one possible type are completed, and the permissions it needs. */
interface Branch {
  rules: Rules;
  complete: Complete;
}

/**
 * Compiles the completion of interface or union objects: one branch per possible type. If the adapter does
 * not know an object's type, or the caller may not see it, graphql-js executes the whole operation again.
 * Therefore this supports only queries, which can be executed twice.
 *
 * @throws NotCompilable
 */
export function compileAbstract(
  source: Source,
  type: GraphQLAbstractType,
  nodes: readonly FieldNode[],
): Complete {
  const { typeNameOf } = source.adapter;
  if (!typeNameOf || !source.isQuery) throw new NotCompilable();
  const types = source.schema.getPossibleTypes(type);
  const branches = new Map(types.map((each) => [each.name, compileBranch(source, each, nodes)]));
  return (value, path, execution) => {
    const branch = branches.get(typeNameOf(value) ?? '');
    if (!branch || branch.rules.missing(execution.context as never, execution.variableValues.coerced)) {
      execution.needsGraphqlJs = true;
      throw new NotCompilable();
    }
    return branch.complete(value, path, execution);
  };
}

function compileBranch(source: Source, type: GraphQLObjectType, nodes: readonly FieldNode[]): Branch {
  if (type.isTypeOf) throw new NotCompilable();
  const outer = source.rules;
  // The permissions of a type are only needed when an object has it.
  const rules = source.adapter.createRules();
  source.rules = rules;
  const selections = nodes.map(({ selectionSet }) => selectionSet!);
  const complete = source.select(type, selections);
  source.rules = outer;
  return { rules, complete };
}
