import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { LRUCache } from 'lru-cache';
import type { Logger } from '../log.ts';
import type { Context } from '../schema/core/context.ts';
import { maskError } from './mask-error.ts';
import type { OperationRequest } from './operation-request.ts';
import type { ValidOperation } from './operation.ts';

/** The context of Yoga's plugins. */
export interface ServerContext {
  context: Context;
  /** Yoga expects this name, to read the method from it. */
  request: OperationRequest;
}

/** The documents that are parsed, by their text. */
export type Documents = LRUCache<string, DocumentNode>;

/**
 * Executes a query directly if its document was valid before. Yoga's hooks would find the same document, that
 * it is valid, and the same context again ([decision 18](../../docs/decisions/0018-guards-of-graphql.md)).
 */
export function keptQueries(
  documents: Documents,
  { schema, log }: { schema: GraphQLSchema; log: Logger },
  execute: (operation: ValidOperation) => Promise<ExecutionResult>,
): Plugin<object, ServerContext> {
  const valid = new WeakSet<DocumentNode>();
  return {
    onValidate:
      ({ params: { documentAST } }) =>
      ({ valid: isValid }) => {
        if (isValid) valid.add(documentAST);
      },

    onParams({
      params: { query, operationName, variables },
      setParamsHandler,
      context: { context, request },
    }) {
      const document = typeof query === 'string' ? documents.get(query) : undefined;
      if (!document || !valid.has(document)) return;
      if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.QUERY) return;
      const contextValue = { ...context, request };
      setParamsHandler(async () => {
        const result = await execute({
          schema,
          document,
          operationName,
          variableValues: variables,
          contextValue,
        });
        if (!result.errors) return result;
        return { ...result, errors: result.errors.map((error) => maskError(error, log)) };
      });
    },
  };
}
