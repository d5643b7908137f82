import type { GraphQLResolveInfo } from 'graphql';

/** A place in the result. */
export type Path = GraphQLResolveInfo['path'];
