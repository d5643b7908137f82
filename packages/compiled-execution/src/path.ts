import type { GraphQLResolveInfo } from 'graphql';

/** A position in the result. */
export type Path = GraphQLResolveInfo['path'];
