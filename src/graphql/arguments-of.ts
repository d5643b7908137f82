import { type FieldNode, Kind, type OperationDefinitionNode, type ValueNode } from 'graphql';

/** The arguments of an operation's fields, with variables not yet coerced. */
export interface Arguments {
  /** Returns the value of a field's argument; undefined if it is absent. */
  valueOf(node: FieldNode, argument: string): unknown;
  /** Returns the value of a node of the document. */
  ofNode(value: ValueNode | undefined): unknown;
  /** Whether a value so far came from a variable. */
  readonly useVariables: boolean;
}

/** Returns the arguments of an operation's fields. */
export function argumentsOf(
  { variableDefinitions }: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Arguments {
  let useVariables = false;

  function ofNode(value: ValueNode | undefined): unknown {
    switch (value?.kind) {
      case Kind.VARIABLE: {
        useVariables = true;
        const { value: name } = value.name;
        const definition = variableDefinitions?.find(({ variable }) => variable.name.value === name);
        return variables[name] ?? ofNode(definition?.defaultValue);
      }
      case Kind.INT:
        return Number(value.value);
      case Kind.BOOLEAN:
      case Kind.ENUM:
      case Kind.STRING:
        return value.value;
      case Kind.LIST:
        return value.values.map(ofNode);
      case Kind.OBJECT:
        return Object.fromEntries(value.fields.map((field) => [field.name.value, ofNode(field.value)]));
      default:
        return undefined;
    }
  }

  return {
    valueOf: (node, argument) => ofNode(node.arguments?.find(({ name }) => name.value === argument)?.value),
    ofNode,
    get useVariables() {
      return useVariables;
    },
  };
}
