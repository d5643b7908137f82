import { getTypeBrand } from '@pothos/core';
import {
  defaultFieldResolver,
  type FieldNode,
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLObjectType,
  isInputObjectType,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import {
  type Adapter,
  type Field,
  NotCompilable,
  type Permission,
  type Rules,
  type Shortcut,
  type Variables,
} from './adapter.ts';
import { configOf, relationOf } from './pothos-config.ts';
import { cacheSelection } from './pothos-selection.ts';

/** The builder's `authScopes`: whether the caller has each scope, or a function of its parameter. */
export type Scopes<Context> = (context: Context) => Record<string, boolean | ((parameter: never) => boolean)>;

/**
 * Creates the adapter of a schema that Pothos built with this plugin and those for Prisma and for scopes.
 *
 * @param scopesOf checks the scopes for the schema built with `disableScopeAuth`
 */
export function createPothosAdapter<Context>(scopesOf: Scopes<Context>): Adapter<Context> {
  return {
    createRules: () => new RequiredScopes(scopesOf),
    shortcutOf,
    typeNameOf(object) {
      const brand = getTypeBrand(object);
      return typeof brand === 'string' ? brand : undefined;
    },
    cacheSelection,
  };
}

function shortcutOf(type: GraphQLObjectType, field: Field): Shortcut {
  const { pothosOptions, resolve, kind, extensions } = configOf(field);
  const relation = relationOf(field);
  if (field.args.length === 0 && !pothosOptions.onNull) {
    if (resolve === defaultFieldResolver) return { property: field.name };
    if (relation !== undefined && isUnambiguous(type, relation)) return { property: relation };
  }
  const whenLoaded = whenLoadedOf(type, field);
  if (whenLoaded) return { whenLoaded };
  // Pothos wraps only the resolvers of these fields with the check.
  const hasSelection = pothosOptions.select !== undefined || extensions?.pothosPrismaSelect !== undefined;
  return { checksSelection: kind === 'PrismaObject' && hasSelection };
}

/** Returns the resolver for loaded records: fields that declare their selection read only that. */
function whenLoadedOf(type: GraphQLObjectType, field: Field): Shortcut['whenLoaded'] {
  const {
    pothosOptions: { select },
    resolve,
  } = configOf(field);
  if (!resolve || typeof select !== 'object' || select === null || field.args.length > 0) return undefined;
  const needs = Object.keys(select);
  return needs.every((name) => isUnambiguous(type, name)) ? { needs, resolve } : undefined;
}

/** Returns whether a loaded relation is always complete, because no field selects a part of it. */
function isUnambiguous(type: GraphQLObjectType, relation: string): boolean {
  const fields = Object.values(type.getFields()).filter((field) => relationOf(field) === relation);
  return (
    fields.length <= 1 &&
    fields.every(
      (field) => field.args.length === 0 && typeof configOf(field).pothosOptions.query !== 'function',
    )
  );
}

/** Collects the scopes that a plan needs, which depend only on the caller and the document. */
class RequiredScopes<Context> implements Rules<Context> {
  readonly #scopesOf: Scopes<Context>;
  readonly #rules = new Map<string, Permission>();
  /** The arguments that need permissions, or contain fields that do. */
  readonly #given: { argument: Input; value: ValueNode }[] = [];

  constructor(scopesOf: Scopes<Context>) {
    this.#scopesOf = scopesOf;
  }

  add(type: GraphQLObjectType, field: Field, node: FieldNode): void {
    for (const part of [type, field]) {
      const { authScopes, ...others } = configOf(part).pothosOptions;
      if (authScopes !== undefined) this.#addRule(authScopes);
      const isSpecial =
        others.grantScopes ?? others.runScopesOnType ?? others.skipTypeScopes ?? others.skipInterfaceScopes;
      if (isSpecial !== undefined) throw new NotCompilable();
    }
    for (const { name, value } of node.arguments ?? []) {
      const argument = field.args.find((each) => each.name === name.value)!;
      // guard: permission-of-argument
      if (permissionsOf(argument).length > 0) this.#given.push({ argument, value });
    }
  }

  #addRule(authScopes: unknown): void {
    const rule = permissionOf(authScopes);
    this.#rules.set(JSON.stringify(rule), rule);
  }

  missing(context: Context, variables: Variables): Permission | undefined {
    const granted = this.#scopesOf(context);
    const isMissing = ([name, parameter]: Permission): boolean => {
      const grant = granted[name];
      return typeof grant === 'function' ? !grant(parameter as never) : !grant;
    };
    for (const rule of this.#rules.values()) if (isMissing(rule)) return rule;
    for (const { argument, value } of this.#given) {
      const rule = permissionsIn(argument, valueFromASTUntyped(value, variables)).find(isMissing);
      if (rule) return rule;
    }
    return undefined;
  }
}

/** @throws NotCompilable for several rules, `$all`, or a function of the record */
function permissionOf(authScopes: unknown): Permission {
  const [rule, ...others] = typeof authScopes === 'object' ? Object.entries(authScopes ?? {}) : [];
  if (!rule || others.length > 0 || rule[0].startsWith('$')) throw new NotCompilable();
  return rule;
}

type Input = GraphQLArgument | GraphQLInputField;

/** Returns the permissions that an argument and the fields in it can need. */
function permissionsOf(input: Input, seen = new Set<Input>()): Permission[] {
  if (seen.has(input)) return [];
  seen.add(input);
  return [...ownPermission(input), ...fieldsOf(input).flatMap((field) => permissionsOf(field, seen))];
}

/** Returns the permissions that an argument needs with this value. */
function permissionsIn(input: Input, value: unknown): Permission[] {
  if (value == null) return [];
  const items = [value].flat() as Variables[];
  const inside = fieldsOf(input).flatMap((field) =>
    items.flatMap((item) => permissionsIn(field, item[field.name])),
  );
  return [...ownPermission(input), ...inside];
}

function ownPermission(input: Input): Permission[] {
  const { authScopes } = configOf(input).pothosOptions;
  return authScopes === undefined ? [] : [permissionOf(authScopes)];
}

function fieldsOf({ type }: Input): Input[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}
