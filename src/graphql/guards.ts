import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  validate,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { tookTooLong } from '../http/error-status.ts';
import { PLAN_LIMITS } from '../schema/account/plans.ts';
import { type Context, unauthorized } from '../schema/context.ts';
import { fault } from '../schema/errors.ts';
import { executeOperation } from '../schema/execution/execute-operation.ts';
import { costOf } from './cost.ts';
import { parseWithinLimits } from './document-limits.ts';
import type { Exchange } from './exchange.ts';

/** What operations are given, and how they were asked for. */
type Asking = Context & { request: Exchange };

interface Operation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null;
  variableValues?: Record<string, unknown> | null;
  contextValue: Asking;
}

/** The documents of strangers: held to limits, to what the plan pays for, and to a deadline. */
export const guards = (timeoutMs: number): Plugin<Asking> => ({
  onParse: ({ setParseFn }) => setParseFn(parseWithinLimits),

  onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
    const operation: Operation = args;
    const extensions = standingOf(operation);
    const refusal = refusalOf(extensions) ?? refusalOfStranger(operation);
    if (refusal) return setResultAndStopExecution({ errors: [refusal], extensions });
    setExecuteFn(inTime(timeoutMs, operation));
    return {
      onExecuteDone({ result, setResult }) {
        if (!isAsyncIterable(result))
          setResult({ ...result, extensions: { ...result.extensions, ...extensions } });
      },
    };
  },

  onSubscribe({ args, setResultAndStopExecution }) {
    const extensions = standingOf(args);
    const refusal = refusalOf(extensions);
    if (refusal) setResultAndStopExecution({ errors: [refusal], extensions });
  },
});

/** Tells nobody what the schema holds, neither when asked nor by guessing at what was meant. */
export const withoutIntrospection: Plugin = {
  onValidate({ addValidationRule, setValidationFn }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    setValidationFn((schema, document, rules, options) =>
      validate(schema, document, rules, { ...options, hideSuggestions: true }),
    );
  },
  onExecute: ({ args }) => void Object.assign(args, { hideSuggestions: true }),
  onSubscribe: ({ args }) => void Object.assign(args, { hideSuggestions: true }),
};

/** What the operation costs of what the plan allows for one, and what is left of the hour's requests. */
type Standing = ReturnType<typeof standingOf>;

function standingOf({ schema, document, operationName, variableValues, contextValue }: Operation) {
  const { caller, usage } = contextValue;
  const { hour } = usage;
  // The page of the service's own asks what it was made to ask, whatever the plan.
  const plan = caller?.sessionId === undefined ? (caller?.plan ?? 'free') : 'business';
  const limit = PLAN_LIMITS[plan].costPerOperation;
  const operation = getOperationAST(document, operationName);
  const requested = operation ? costOf(schema, document, operation, variableValues ?? {}) : 0;
  return {
    cost: { requested, limit, remaining: Math.max(limit - requested, 0) },
    rateLimit: {
      limit: hour.limit,
      remaining: hour.remaining,
      resetAt: new Date(hour.resetAt).toISOString(),
    },
  };
}

function refusalOf({ cost: { requested, limit } }: Standing) {
  if (requested <= limit) return undefined;
  const message = `query costs ${requested} points, and your plan allows ${limit}: ask for smaller pages, or for less of each`;
  return fault('validation_error', message, 'query');
}

/** Whoever is not signed in yet may sign in, and is told nothing of the schema that takes a key. */
function refusalOfStranger({ schema, document, contextValue: { caller } }: Operation) {
  if (caller) return undefined;
  const asksForSchema = validate(schema, document, [NoSchemaIntrospectionCustomRule]).length > 0;
  return asksForSchema ? unauthorized() : undefined;
}

/**
 * Executes no longer than the deadline. What runs in the database by then is cancelled by its
 * statement timeout, which is as long; nothing more is begun. A reader who left is not read for.
 */
function inTime(timeoutMs: number, operation: Operation) {
  const { document, operationName, contextValue } = operation;
  return async (args: object): Promise<ExecutionResult> => {
    const stopping = new AbortController();
    const timer = setTimeout(() => stopping.abort(tookTooLong()), timeoutMs);
    const isQuery = getOperationAST(document, operationName)?.operation === 'query';
    const stay = isQuery && contextValue.request.onceGone(() => stopping.abort());
    try {
      return asBadRequest(await executeOperation({ ...operation, ...args, signal: stopping.signal }));
    } finally {
      clearTimeout(timer);
      if (stay) stay();
    }
  };
}

/** What is refused before anything was executed has the status of a bad request. */
function asBadRequest(result: ExecutionResult): ExecutionResult {
  if (!('data' in result)) {
    for (const { extensions } of result.errors ?? []) Object.assign(extensions, { http: { status: 400 } });
  }
  return result;
}
