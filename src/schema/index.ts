import { specifiedDirectives } from 'graphql';
import '../generated/schema-files.ts';
import { builder } from './core/builder/builder.ts';
import { REPLICA } from './core/builder/replica-directive.ts';

const options = { directives: [...specifiedDirectives, REPLICA] };

export const schema = builder.toSchema(options);

/**
 * The schema without scope checks, for execution plans, which run only for callers with all required scopes.
 * Unsorted, because nobody sees its order and sorting takes longer than building.
 */
export const unchecked = builder.toSchema({ ...options, disableScopeAuth: true, sortSchema: false });
