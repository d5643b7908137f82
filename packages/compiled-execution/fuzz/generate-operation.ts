import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { generateValue, literalOf, type Values } from './generate-value.ts';
import type { Random } from './random.ts';

const MAX_FIELDS = 40;
const MAX_DEPTH = 7;

/** A document with one operation, and its variables. */
export interface Generated {
  query: string;
  variables: Record<string, unknown>;
}

export interface GenerateOptions {
  schema: GraphQLSchema;
  values: Values;
  /** Returns how often a root field is chosen relative to the others (default 1). */
  weightOf?(field: string): number;
}

/** Generates an operation on `schema`. Some operations are invalid, and some have invalid variables. */
export function generateOperation(random: Random, options: GenerateOptions): Generated {
  const { schema, values, weightOf = () => 1 } = options;
  const declared: string[] = [];
  const fragments: string[] = [];
  const variables: Record<string, unknown> = {};
  const hasDirectives = random.chance(0.08);
  const canBeWrong = random.chance(0.3);
  const mutation = schema.getMutationType();
  const isMutation = mutation != null && random.chance(0.25);
  const root = isMutation ? mutation : schema.getQueryType()!;
  let fieldsLeft = 1 + random.below(MAX_FIELDS);
  let aliases = 0;

  function selection(type: GraphQLObjectType, depth: number): string {
    const parts: string[] = [];
    const fields = Object.values(type.getFields()).filter((field) => isReachable(field.type, depth));
    const isRoot = depth === MAX_DEPTH;
    const count = isRoot ? rootCount() : 1 + random.below(5);
    for (let at = 0; at < count && (fieldsLeft > 0 || at === 0); at++) {
      const field = isRoot ? pickWeighted(fields) : random.pick(fields);
      parts.push(wrapped(field ? part(field, depth) : '__typename', type));
    }
    if (random.chance(0.08)) parts.push('__typename');
    // Repeats a field: both occurrences are merged.
    if (!isMutation && random.chance(0.06)) parts.push(random.pick(parts));
    return `{ ${parts.join(' ')} }`;
  }

  function rootCount(): number {
    if (isMutation) return random.chance(0.15) ? 2 : 1;
    return random.chance(0.5) ? 1 : 1 + random.below(5);
  }

  function pickWeighted(fields: GraphQLField<unknown, unknown>[]) {
    const introspection = !isMutation && random.chance(0.02);
    if (introspection) return undefined;
    for (;;) {
      const field = random.pick(fields);
      if (random.chance(weightOf(field.name))) return field;
    }
  }

  function part(field: GraphQLField<unknown, unknown>, depth: number): string {
    fieldsLeft -= 1;
    const type = getNamedType(field.type);
    const alias = field.args.length > 0 || random.chance(0.1) ? `a${(aliases += 1)}: ` : '';
    const below = isObjectType(type)
      ? ` ${selection(type, depth - 1)}`
      : isInterfaceType(type)
        ? ` ${selectionOfAny(type, depth - 1)}`
        : '';
    return `${alias}${field.name}${passed(field.args)}${directive()}${below}`;
  }

  /** Selects fields of one or two of the possible types. */
  function selectionOfAny(type: GraphQLInterfaceType, depth: number): string {
    const { objects } = schema.getImplementations(type);
    const parts = [random.pick(objects), random.pick(objects)].map(
      (object) => `... on ${object.name} ${selection(object, depth)}`,
    );
    return `{ __typename ${parts.join(' ')} }`;
  }

  function wrapped(text: string, type: GraphQLObjectType): string {
    if (random.chance(0.06))
      return `...${random.chance(0.5) ? ` on ${type.name}` : ''}${directive()} { ${text} }`;
    if (random.chance(0.06)) {
      const name = `F${fragments.length}`;
      fragments.push(`fragment ${name} on ${type.name} { ${text} }`);
      return `...${name}${directive()}`;
    }
    return text;
  }

  function directive(): string {
    if (!hasDirectives || random.chance(0.8)) return '';
    const condition = random.chance(0.5)
      ? String(random.chance(0.5))
      : variable('Boolean!', random.chance(0.5));
    return ` @${random.pick(['skip', 'include'])}(if: ${condition})`;
  }

  function passed(args: readonly GraphQLArgument[]): string {
    const given = args.filter((arg) => isRequiredArgument(arg) || random.chance(0.35));
    return given.length > 0 ? `(${given.map((arg) => `${arg.name}: ${argument(arg)}`).join(', ')})` : '';
  }

  function argument({ type }: GraphQLArgument): string {
    if (random.chance(0.5)) return literalOf(generateValue(random, type, values, false), type);
    return variable(String(type), generateValue(random, type, values, canBeWrong));
  }

  function variable(type: string, value: unknown): string {
    const name = `v${declared.length}`;
    declared.push(`$${name}: ${type}`);
    if (!(canBeWrong && random.chance(0.03))) variables[name] = value;
    return `$${name}`;
  }

  const body = selection(root, MAX_DEPTH);
  if (canBeWrong && random.chance(0.1)) variables.unknown = 1;
  const kind = isMutation ? 'mutation' : 'query';
  const head = declared.length > 0 ? `${kind} (${declared.join(', ')})` : kind;
  return { query: [`${head} ${body}`, ...fragments].join('\n'), variables };
}

function isReachable(type: GraphQLOutputType, depth: number): boolean {
  return depth > 1 || isLeafType(getNamedType(type));
}
