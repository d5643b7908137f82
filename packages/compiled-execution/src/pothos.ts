import { getTypeBrand } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import {
  defaultFieldResolver,
  type FieldNode,
  getNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isLeafType,
  Kind,
  type ValueNode,
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
import { notesOf, RELATION } from './pothos-plugin.ts';

/**
 * Returns the `extensions` of a `t.relation` field: a plan reads the relation from the record. Without it, Pothos looks
 * up how the record was loaded.
 */
export function relationOf(relation: string): Record<string, string> {
  return { [RELATION]: relation };
}

const ARGUMENT_SCOPES = 'argumentScopes';

/** The `authScopes` of the fields of input objects, by argument. */
type ArgumentScopes = Record<string, Record<string, object>>;

/**
 * Returns the `extensions` of a field whose arguments need more permissions where they contain certain fields. A plan
 * requires them before it runs; the resolver has to as well, for operations without a plan.
 */
export function needsOf(scopes: ArgumentScopes): Record<string, unknown> {
  return { [ARGUMENT_SCOPES]: scopes };
}

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
    settle: (nodes) => void settled.set(nodes, undefined),
  };
}

/** The selections of fields that are the same in every execution; undefined until computed. */
const settled = new WeakMap<readonly FieldNode[], Query | undefined>();

/** A Prisma selection; every type of the schema must be read column by column. */
export interface Query {
  select?: Record<string, boolean | Query | undefined>;
}

/** Returns a resolver for `t.field` that calls `resolve` like one of `t.prismaField`, with the field's selection. */
export function withSelection<Parent, Args, Context extends object, Result>(
  resolve: (query: Query, parent: Parent, args: Args, context: Context, info: GraphQLResolveInfo) => Result,
): (parent: Parent, args: Args, context: Context, info: GraphQLResolveInfo) => Result {
  return (parent, args, context, info) => resolve(selectionOf(context, info), parent, args, context, info);
}

/**
 * Returns the Prisma selection of a field's records, or of those beneath it at `paths`. Pothos takes as long to
 * compute it as the database takes to read a record, so it is computed once per document where the plan allows it.
 */
export function selectionOf(context: object, info: GraphQLResolveInfo, paths: string[][] = []): Query {
  const known = settled.get(info.fieldNodes);
  if (known) return known;
  const selection = queryFromInfo({ context, info, paths }) as Query;
  if (settled.has(info.fieldNodes)) settled.set(info.fieldNodes, selection);
  return selection;
}

function shortcutOf(type: GraphQLObjectType, field: Field): Shortcut {
  const { options, resolve, isOfRecord, relation } = notesOf(field);
  if (field.args.length === 0 && !options.onNull) {
    if (resolve === defaultFieldResolver) return { property: field.name };
    if (relation !== undefined && isUnambiguous(type, relation)) return { property: relation };
  }
  const whenLoaded = whenLoadedOf(type, field);
  if (whenLoaded) return { whenLoaded };
  return { looksUp: isOfRecord && (options.select !== undefined || !isLeafType(getNamedType(field.type))) };
}

/** Fields that declare their selection have a resolver which reads it from the record. */
function whenLoadedOf(type: GraphQLObjectType, field: Field): Shortcut['whenLoaded'] {
  const {
    options: { select },
    resolve,
  } = notesOf(field);
  if (!resolve || typeof select !== 'object' || select === null || field.args.length > 0) return undefined;
  const needs = Object.keys(select);
  return needs.every((name) => isUnambiguous(type, name)) ? { needs, resolve } : undefined;
}

/** Returns whether a loaded relation is always complete, because no field selects a part of it. */
function isUnambiguous(type: GraphQLObjectType, relation: string): boolean {
  const fields = Object.values(type.getFields()).filter((field) => notesOf(field).relation === relation);
  return (
    fields.length <= 1 &&
    fields.every((field) => field.args.length === 0 && typeof notesOf(field).options.query !== 'function')
  );
}

/** Collects the scopes that a plan needs, which depend only on the caller and the document. */
class RequiredScopes<Context> implements Rules<Context> {
  readonly #scopesOf: Scopes<Context>;
  readonly #rules = new Map<string, Permission>();
  readonly #conditional: { rule: Permission; applies(variables: Variables): boolean }[] = [];

  constructor(scopesOf: Scopes<Context>) {
    this.#scopesOf = scopesOf;
  }

  add(type: GraphQLObjectType, field: Field, node: FieldNode): void {
    for (const part of [type, field]) {
      const { authScopes, ...others } = notesOf(part).options;
      if (authScopes !== undefined) this.#addRule(authScopes);
      const isSpecial =
        others.grantScopes ?? others.runScopesOnType ?? others.skipTypeScopes ?? others.skipInterfaceScopes;
      if (isSpecial !== undefined) throw new NotCompilable();
    }
    const scopes = field.extensions[ARGUMENT_SCOPES] as ArgumentScopes | undefined;
    for (const { name, value } of (scopes && node.arguments) ?? []) {
      for (const [key, needed] of Object.entries(scopes![name.value] ?? {}))
        this.#addIfGiven(value, key, needed);
    }
  }

  /** Adds the permissions that are needed if an argument contains `key`. */
  #addIfGiven(argument: ValueNode, key: string, needed: object): void {
    const rule: Permission = Object.entries(needed)[0]!;
    const member =
      argument.kind === Kind.OBJECT
        ? argument.fields.find(({ name }) => name.value === key)?.value
        : undefined;
    if (argument.kind === Kind.VARIABLE) {
      const variable = argument.name.value;
      this.#conditional.push({
        rule,
        applies: (variables) => (variables[variable] as Variables | null | undefined)?.[key] != null,
      });
    } else if (member?.kind === Kind.VARIABLE) {
      const variable = member.name.value;
      this.#conditional.push({ rule, applies: (variables) => variables[variable] != null });
    } else if (member && member.kind !== Kind.NULL) this.#addRule(needed);
  }

  #addRule(authScopes: unknown): void {
    const rules = typeof authScopes === 'object' ? Object.entries(authScopes ?? {}) : [];
    // Several rules, `$all`, or a function of the record.
    if (rules.length !== 1 || rules[0]![0].startsWith('$')) throw new NotCompilable();
    this.#rules.set(JSON.stringify(rules[0]), rules[0]!);
  }

  missing(context: Context, variables: Variables): Permission | undefined {
    const granted = this.#scopesOf(context);
    const isMissing = ([name, parameter]: Permission): boolean => {
      const grant = granted[name];
      return typeof grant === 'function' ? !grant(parameter as never) : !grant;
    };
    for (const rule of this.#rules.values()) if (isMissing(rule)) return rule;
    for (const { rule, applies } of this.#conditional) if (applies(variables) && isMissing(rule)) return rule;
    return undefined;
  }
}
