import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Context } from '../schema/core/context.ts';
import type { Bounds } from '../schema/execute-operation.ts';
import type { OperationRequest } from './operation-request.ts';

/** The context of an operation, with its HTTP request. */
export type OperationContext = Context & { request: OperationRequest };

/** A valid operation that is about to be executed. */
export interface ValidOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null;
  variableValues?: Record<string, unknown> | null;
  contextValue: OperationContext;
  signal?: AbortSignal;
  bounds?: Bounds;
}
