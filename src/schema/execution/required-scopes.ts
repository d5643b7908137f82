import type { GraphQLField, GraphQLObjectType } from 'graphql';
import { scopesOf } from '../builder.ts';
import type { Context } from '../context.ts';
import { NotCompilable, type Rules } from './execution.ts';

/** What grants a type or a field: the name of one of the builder's scopes, and what it is asked with. */
type Rule = [name: keyof ReturnType<typeof scopesOf>, parameter: unknown];

/** What Pothos' plugin for scopes can be told. */
interface Options {
  authScopes?: unknown;
  grantScopes?: unknown;
  runScopesOnType?: unknown;
  skipTypeScopes?: unknown;
  skipInterfaceScopes?: unknown;
}

/** Gathers the scopes that a plan needs: they depend on the caller and the document alone. */
export class RequiredScopes implements Rules {
  private readonly rules = new Map<string, Rule>();

  /** @throws NotCompilable where the scopes hang on more */
  add(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): void {
    for (const { extensions } of [type, field]) {
      const { authScopes, ...others } = (extensions.pothosOptions ?? {}) as Options;
      if (authScopes !== undefined) this.addRule(authScopes);
      const isSpecial =
        others.grantScopes ?? others.runScopesOnType ?? others.skipTypeScopes ?? others.skipInterfaceScopes;
      if (isSpecial !== undefined) throw new NotCompilable();
    }
  }

  private addRule(authScopes: unknown): void {
    const rules = typeof authScopes === 'object' ? Object.entries(authScopes ?? {}) : [];
    // More than one rule, `$all`, or a function of the record.
    if (rules.length !== 1 || rules[0]![0].startsWith('$')) throw new NotCompilable();
    this.rules.set(JSON.stringify(rules[0]), rules[0] as Rule);
  }

  /** Returns whether the caller has them all. */
  areGranted(context: Context): boolean {
    const granted = scopesOf(context);
    for (const [name, parameter] of this.rules.values()) {
      const rule = granted[name];
      if (typeof rule === 'function' ? !rule(parameter as never) : !rule) return false;
    }
    return true;
  }
}
