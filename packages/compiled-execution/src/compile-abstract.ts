import type { FieldNode, GraphQLAbstractType, GraphQLObjectType } from 'graphql';
import { NotCompilable, type Rules } from './adapter.ts';
import type { Complete, Source } from './execution.ts';

/** How objects of one of the possible types are shown, and what that takes of the caller. */
interface Branch {
  rules: Rules;
  complete: Complete;
}

/**
 * Compiles how objects of an interface or a union are shown: by a branch for each possible type. An object whose type
 * the adapter cannot tell, or which the caller may not see, leaves the whole operation to graphql-js; so this is for
 * queries alone, which can be executed twice.
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
    if (!branch?.rules.areGranted(execution.context as never)) {
      execution.isLeft = true;
      throw new NotCompilable();
    }
    return branch.complete(value, path, execution);
  };
}

function compileBranch(source: Source, type: GraphQLObjectType, nodes: readonly FieldNode[]): Branch {
  if (type.isTypeOf) throw new NotCompilable();
  const outer = source.rules;
  // Most objects are of other types: what this one takes counts only where there is one.
  const rules = source.adapter.createRules();
  source.rules = rules;
  const selections = nodes.map(({ selectionSet }) => selectionSet!);
  const complete = source.select(type, selections);
  source.rules = outer;
  return { rules, complete };
}
