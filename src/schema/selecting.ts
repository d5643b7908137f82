import { type Query, selectionOf } from '@provender/compiled-execution/pothos';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from './context.ts';

type Resolve<Parent, Args, Result> = (
  query: Query,
  parent: Parent,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
) => Result;

/** A resolver that is given what is asked for of its record. */
export function selecting<Parent, Args, Result>(resolve: Resolve<Parent, Args, Result>) {
  return (parent: Parent, args: Args, context: Context, info: GraphQLResolveInfo) =>
    resolve(selectionOf(context, info), parent, args, context, info);
}
