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
import { type Context, httpOf, unauthorized } from '../schema/context.ts';
import { fault } from '../schema/errors.ts';
import { executeOperation } from '../schema/execute-operation.ts';
import { isForReplica } from '../schema/stale.ts';
import { MAX_FAULTS } from '../schema/valid.ts';
import { costOf } from './cost.ts';
import { parseWithinLimits } from './document-limits.ts';
import type { Exchange } from './exchange.ts';
import { refusalOfSizes } from './input-sizes.ts';

/** What operations are given, and how they were asked for. */
type Asking = Context & { request: Exchange };

interface Operation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null;
  variableValues?: Record<string, unknown> | null;
  contextValue: Asking;
}

/** As many objects as a response may hold on any plan, whatever they cost: a hundred megabytes of memory. */
const MAX_OBJECTS = 125_000;

/** How many errors of a document or of its variables are listed, before the one that says there are more. */
const MAX_ERRORS = MAX_FAULTS - 1;

export interface GuardOptions {
  /** How long an operation may take. */
  timeoutMs: number;
  /** Executes queries that a replica may answer. */
  executeOnReplica: typeof executeOperation;
}

/** The documents of strangers: held to limits, to what the plan pays for, and to a deadline. */
export const guards = ({ timeoutMs, executeOnReplica }: GuardOptions): Plugin<Asking> => ({
  onParse: ({ setParseFn }) => setParseFn(parseWithinLimits),

  onValidate: ({ setValidationFn }) =>
    setValidationFn((schema, document, rules, options) =>
      validate(schema, document, rules, { ...options, maxErrors: MAX_ERRORS }),
    ),

  onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
    const operation: Operation = args;
    const standing = standingOf(operation);
    const { extensions } = standing;
    const refusal = refusalOf(standing) ?? refusalOfInput(operation) ?? refusalOfStranger(operation);
    if (refusal) return setResultAndStopExecution({ errors: [refusal], extensions });
    const { document, operationName } = operation;
    const execute = isForReplica(document, operationName) ? executeOnReplica : executeOperation;
    setExecuteFn(inTime(timeoutMs, operation, execute));
    return {
      onExecuteDone({ result, setResult }) {
        if (!isAsyncIterable(result))
          setResult({ ...result, extensions: { ...result.extensions, ...extensions } });
      },
    };
  },

  onSubscribe({ args, setResultAndStopExecution }) {
    const standing = standingOf(args);
    const refusal = refusalOf(standing) ?? refusalOfInput(args);
    if (refusal) setResultAndStopExecution({ errors: [refusal], extensions: standing.extensions });
  },
});

/** Tells nobody what the schema holds, neither when asked nor by guessing at what was meant. */
export const withoutIntrospection: Plugin = {
  onValidate({ addValidationRule, setValidationFn }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    setValidationFn((schema, document, rules, options) =>
      validate(schema, document, rules, { ...options, maxErrors: MAX_ERRORS, hideSuggestions: true }),
    );
  },
  onExecute: ({ args }) => void Object.assign(args, { hideSuggestions: true }),
  onSubscribe: ({ args }) => void Object.assign(args, { hideSuggestions: true }),
};

/** What the operation costs of what the plan allows for one, and what is left of the hour's requests. */
type Standing = ReturnType<typeof standingOf>;

function standingOf({ schema, document, operationName, variableValues, contextValue }: Operation) {
  const { caller } = contextValue;
  const { hour } = httpOf(contextValue).usage;
  const { costPerOperation: limit, quotas } = PLAN_LIMITS[caller?.plan ?? 'free'];
  const operation = getOperationAST(document, operationName);
  const cost = operation && costOf(schema, document, operation, variableValues ?? {}, quotas);
  const { points: requested, objects } = cost ?? { points: 0, objects: 0 };
  const extensions = {
    cost: { requested, limit, remaining: Math.max(limit - requested, 0) },
    rateLimit: {
      limit: hour.limit,
      remaining: hour.remaining,
      resetAt: new Date(hour.resetAt).toISOString(),
    },
  };
  return { extensions, objects };
}

function refusalOf({ extensions, objects }: Standing) {
  const { requested, limit } = extensions.cost;
  const problem =
    requested > limit
      ? `query costs ${requested} points, and your plan allows ${limit}`
      : objects > MAX_OBJECTS && `query can return ${objects} objects, and a response holds ${MAX_OBJECTS}`;
  const remedy = 'ask for smaller pages, or for less of each';
  return problem ? fault('validation_error', `${problem}: ${remedy}`, 'query') : undefined;
}

function refusalOfInput({ schema, document, operationName, variableValues }: Operation) {
  const operation = getOperationAST(document, operationName);
  return operation && refusalOfSizes(schema, operation, variableValues ?? {});
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
function inTime(timeoutMs: number, operation: Operation, execute: typeof executeOperation) {
  const { document, operationName, contextValue } = operation;
  return async (args: object): Promise<ExecutionResult> => {
    const stopping = new AbortController();
    const timer = setTimeout(() => stopping.abort(tookTooLong()), timeoutMs);
    const isQuery = getOperationAST(document, operationName)?.operation === 'query';
    const stay = isQuery && contextValue.request.onceGone(() => stopping.abort());
    try {
      return asBadRequest(await execute({ ...operation, ...args, signal: stopping.signal }));
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
