import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ExecutionResult } from 'graphql';
import type { z } from 'zod';
import type { Scope } from '../schema/core/caller/scopes.ts';
import type { Exchange } from '../http/response/exchange.ts';
import type { Context } from '../schema/core/context.ts';

/** An operation, and how it is executed. */
interface ToolRequest {
  query: string;
  variables?: object | undefined;
  operationName?: string | undefined;
  idempotencyKey?: string | undefined;
  maxCost?: number;
  context?: Context;
}

/** Executes an operation for an admitted request, under the limits of GraphQL. */
export type Ask = (exchange: Exchange, question: ToolRequest) => Promise<ExecutionResult>;

/** The context of a tool's caller, and the functions that execute operations in it. */
export interface Desk {
  context: Context;
  /** Executes an operation. */
  ask(question: ToolRequest): Promise<ExecutionResult>;
  /**
   * Executes an operation of a tool and returns its data.
   *
   * @throws AppError of the first field that failed
   */
  run<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    how?: Pick<ToolRequest, 'idempotencyKey' | 'context'>,
  ): Promise<Data>;
}

/** A tool as data, for the protocol, the permissions and the tests. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The scopes that a key needs; a tool is listed only for keys that have them all. */
  scopes: readonly Scope[];
  /** Whether one of the scopes is enough to list the tool, because the input decides which one it needs. */
  needs?: 'any';
  /** Whether the tool's changes can be undone; the account must allow them. Undefined if it only reads. */
  writes?: 'reversible' | 'irreversible';
  /** Whether the tool shows the schema, which operators can hide. */
  showsSchema?: true;
  input: z.ZodObject;
  output: z.ZodObject;
  /**
   * Returns the answer to valid input.
   *
   * @throws AppError
   */
  answer(input: Record<string, unknown>, desk: Desk): Promise<ToolOutput>;
}

/** The output of a tool, which has the shape that the tool declares. */
export type ToolOutput = Record<string, unknown>;

/** Declares a tool. */
export function tool<Input extends z.ZodObject>(
  definition: Omit<Tool, 'answer' | 'input'> & {
    input: Input;
    answer(input: z.output<Input>, desk: Desk): Promise<ToolOutput>;
  },
): Tool {
  return definition;
}
