import {
  type ExecutionResult,
  getOperationAST,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type SelectionNode,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { tookTooLong, MAX_RESPONSE_LENGTH, tooLong } from '../http/response/error-status.ts';
import type { Logger } from '../log.ts';
import { maxCostFor, PLAN_LIMITS } from '../schema/core/caller/plans.ts';
import { httpOf, unauthorized } from '../schema/core/context.ts';
import { isPublic } from '../schema/core/builder/denial.ts';
import { fault } from '../schema/core/errors.ts';
import { type Bounds, executeOperation, ResultTooLarge } from '../schema/execute-operation.ts';
import { isForReplica } from '../schema/core/builder/replica-directive.ts';
import { MAX_OBJECTS } from '../schema/core/limits.ts';
import { figure } from '../schema/core/noun/rules.ts';
import { costOf } from './cost.ts';
import { parseWithinLimits } from './document-limits.ts';
import { executeOnce } from './execute-once.ts';
import { refusalOfSizes } from './input-sizes.ts';
import { type Documents, keptQueries } from './kept-queries.ts';
import { documentRefusal } from './mask-error.ts';
import type { OperationContext, ValidOperation } from './operation.ts';
import { persistedOperations } from './persisted-operations.ts';
import { refusalOfMutation } from './refuse-mutation.ts';
import { rootFieldsOf } from '../schema/core/list/selections.ts';
import { withProblem } from './rule-problems.ts';
import { sessionChanges } from './session-changes.ts';

/**
 * The maximum number of objects that an operation can return, about a hundred megabytes of memory: one
 * statement reads the records of a page with all their lines, before any are counted.
 */
const MAX_POSSIBLE_OBJECTS = 125_000;
/**
 * The maximum number of values in the response to a mutation: aliases can repeat a field at no cost in
 * points. What it returns is bounded before it writes, because a client must not take a change that was made
 * for one that was refused.
 */
const MAX_POSSIBLE_VALUES = 1_000_000;
/**
 * The maximum size of the data that an operation reads, counted while reading. 10,000 objects with all fields
 * of a line and its product have 150,000 values; 475,000, by 50 aliases, took half a gigabyte (the attack
 * `aliased-lines` of `chaos:neighbours`). A mutation has made its change by then, so only its memory is
 * bounded.
 */
const RESULT_BOUNDS = {
  query: { objects: MAX_OBJECTS, values: 250_000, characters: MAX_RESPONSE_LENGTH },
  mutation: { characters: MAX_RESPONSE_LENGTH },
};

/** The maximum number of root fields that name an operation in the log of the service. */
const MAX_NAMED_FIELDS = 5;

/**
 * The maximum number of errors listed for a document or its variables, before the one which says that there
 * are more.
 */
const MAX_ERRORS = 19;

export interface GuardOptions {
  schema: GraphQLSchema;
  /** The deadline of an operation, in milliseconds. */
  timeoutMs: number;
  /** Whether callers may introspect the schema; otherwise errors contain no suggestions either. */
  introspection: boolean;
  /** Executes queries that a replica may serve. */
  executeOnReplica: typeof executeOperation;
  log: Logger;
}

/**
 * Returns what happens to an untrusted document, in this order: it is found by its hash, parsed and validated
 * within limits, counted as a change of a session, refused or executed until the deadline. Yoga then masks
 * its errors.
 */
export function documentSteps(options: GuardOptions, documents: Documents) {
  const execute = (operation: ValidOperation) => executeWithinLimits(operation, options);
  const kept = keptQueries(documents, options, execute);
  return [persistedOperations(), kept, parsing, validation(options), sessionChanges, execution(options)];
}

const parsing: Plugin = { onParse: ({ setParseFn }) => setParseFn(parseWithinLimits) };

function validation({ introspection }: GuardOptions): Plugin {
  return {
    onValidate({ addValidationRule, setValidationFn }) {
      if (!introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
      // Yoga does not mask the errors of validation.
      setValidationFn((schema, document, rules) =>
        validate(schema, document, rules.map(withProblem), {
          maxErrors: MAX_ERRORS,
          hideSuggestions: !introspection,
        }).map(documentRefusal),
      );
    },
  };
}

function execution(options: GuardOptions): Plugin<OperationContext> {
  const hideSuggestions = !options.introspection;
  return {
    onExecute({ args, setExecuteFn }) {
      setExecuteFn(() => executeWithinLimits(args, options));
    },

    onSubscribe({ args, setResultAndStopExecution }) {
      const operation: ValidOperation = Object.assign(args, { hideSuggestions });
      const { refused } = examined(operation);
      if (refused) return setResultAndStopExecution(refused);
      if (operation.contextValue.request.takesEvents) return;
      throw fault('no_event_stream', 'Subscriptions need the header Accept: text/event-stream', 'Accept');
    },
  };
}

/** Executes an operation of a valid document, unless it exceeds a limit. */
async function executeWithinLimits(valid: ValidOperation, options: GuardOptions): Promise<ExecutionResult> {
  const operation = { ...valid, hideSuggestions: !options.introspection };
  const { refused, extensions } = examined(operation);
  if (refused) return refused;
  const result = await executeUntilDeadline(operation, executorOf(operation, extensions, options), options);
  return { ...result, extensions };
}

interface Examined {
  /** The result of an operation that must not be executed. */
  refused?: ExecutionResult | undefined;
  /** The cost and the rate limit in the response; requests without a caller get neither. */
  extensions?: ExecutionResult['extensions'];
}

/** Examines an operation before it is executed. */
function examined(operation: ValidOperation): Examined {
  nameOperation(operation);
  if (isForbiddenToStranger(operation)) return { refused: { errors: [unauthorized()] } };
  const budget = budgetOf(operation);
  const { extensions } = budget;
  const refusal =
    refusalOfCost(budget, operation) ?? refusalOfInput(operation) ?? refusalOfMutation(operation);
  return { refused: refusal && { errors: [refusal], extensions }, extensions };
}

/** Returns the error of an operation whose response would be too large. */
function responseTooLarge(bound: keyof Bounds) {
  if (bound === 'characters') return tooLong();
  const max = RESULT_BOUNDS.query[bound];
  const fewer = bound === 'objects' ? 'nested records' : 'fields and aliases';
  const message = `query returns more than ${figure(max)} ${bound}: request smaller pages by first, and continue with after: pageInfo.endCursor, or request fewer ${fewer}`;
  return fault(`too_many_${bound}`, message, 'query', { max });
}

/** The cost of an operation, the plan's limit per operation, and the rest of the hour's requests. */
type OperationBudget = ReturnType<typeof budgetOf>;

function budgetOf({ schema, document, operationName, variableValues, contextValue }: ValidOperation) {
  const { caller, request } = contextValue;
  const { hour } = httpOf(contextValue).usage;
  const { quotas } = PLAN_LIMITS[caller?.plan ?? 'free'];
  const { maxCost = Infinity } = request;
  const limit = Math.min(maxCostFor(caller), maxCost);
  const operation = getOperationAST(document, operationName);
  const cost = operation && costOf(schema, document, operation, variableValues ?? {}, quotas);
  const { points: requested, objects, values } = cost ?? { points: 0, objects: 0, values: 0 };
  const extensions = {
    cost: { requested, limit, remaining: Math.max(limit - requested, 0) },
    rateLimit: {
      limit: hour.limit,
      remaining: hour.remaining,
      resetAt: new Date(hour.resetAt).toISOString(),
    },
  };
  return { extensions, objects, values, limitedBy: limit === maxCost ? 'this tool' : 'your plan' };
}

function refusalOfCost(
  { extensions, objects, values, limitedBy }: OperationBudget,
  operation: ValidOperation,
) {
  const { requested, limit } = extensions.cost;
  if (requested > limit) {
    const message = excessText(`costs ${requested} points, but ${limitedBy} allows ${limit}`);
    return fault('query_too_expensive', message, 'query', { cost: requested, max: limit });
  }
  if (objects > MAX_POSSIBLE_OBJECTS) {
    const message = excessText(`can return ${objects} objects, but the maximum is ${MAX_POSSIBLE_OBJECTS}`);
    return fault('too_many_objects', message, 'query', { max: MAX_POSSIBLE_OBJECTS });
  }
  if (kindOf(operation) !== 'query' && values > MAX_POSSIBLE_VALUES) {
    const message = excessText(`can return ${values} values, but the maximum is ${MAX_POSSIBLE_VALUES}`);
    return fault('too_many_values', message, 'query', { max: MAX_POSSIBLE_VALUES });
  }
  return undefined;
}

function excessText(what: string): string {
  return `query ${what}: request smaller pages, or fewer nested records or fields`;
}

function refusalOfInput({ schema, document, operationName, variableValues }: ValidOperation) {
  const operation = getOperationAST(document, operationName);
  return operation && refusalOfSizes(schema, operation, variableValues ?? {});
}

/** Whether an operation without a caller does more than sign in and read public fields. */
function isForbiddenToStranger(operation: ValidOperation): boolean {
  const { schema, document, contextValue } = operation;
  if (contextValue.caller) return false;
  const readsSchema = validate(schema, document, [NoSchemaIntrospectionCustomRule]).length > 0;
  return readsSchema || !rootFieldsOf(operation).values().every(isPublic);
}

/**
 * Returns the function that executes an operation: queries on a replica where possible, mutations with an
 * idempotency key under that key.
 */
function executorOf(
  operation: ValidOperation,
  extensions: object | undefined,
  { executeOnReplica, log }: GuardOptions,
): (operation: ValidOperation) => Promise<ExecutionResult> {
  const { document, operationName, contextValue } = operation;
  const isKeyed = kindOf(operation) === 'mutation' && contextValue.request.idempotencyKey !== undefined;
  if (isKeyed) return (started) => executeOnce(started, extensions, log);
  return isForReplica(document, operationName) ? executeOnReplica : executeOperation;
}

/** Records the operation of a request, with its first root fields, for the request log. */
function nameOperation({ document, operationName, contextValue }: ValidOperation): void {
  const operation = getOperationAST(document, operationName);
  if (!operation) return;
  contextValue.request.exchange.operation = {
    kind: operation.operation,
    name: operation.name?.value,
    fields: operation.selectionSet.selections.slice(0, MAX_NAMED_FIELDS).map(rootFieldName),
  };
}

function rootFieldName(selection: SelectionNode): string {
  return selection.kind === Kind.FIELD ? selection.name.value : '…';
}

function kindOf({ document, operationName }: ValidOperation): string | undefined {
  return getOperationAST(document, operationName)?.operation;
}

/**
 * Executes until the deadline. The statement timeout, which is as long, cancels what runs in the database;
 * nothing further is started. Work for a client that disconnected stops too.
 */
async function executeUntilDeadline(
  operation: ValidOperation,
  execute: ReturnType<typeof executorOf>,
  { timeoutMs }: GuardOptions,
): Promise<ExecutionResult> {
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(tookTooLong()), timeoutMs);
  const { exchange } = operation.contextValue.request;
  const isQuery = kindOf(operation) === 'query';
  const stay = isQuery && exchange.onceGone(() => stopping.abort());
  try {
    const bounds = isQuery ? /* guard: query-bounds */ RESULT_BOUNDS.query : RESULT_BOUNDS.mutation;
    const result = await execute({ ...operation, signal: stopping.signal, bounds });
    // A resolver stops reading as soon as it has read too much.
    const found = result.errors?.find(({ originalError }) => originalError instanceof ResultTooLarge);
    if (found) throw found.originalError!;
    return asBadRequest(result);
  } catch (error) {
    if (error instanceof ResultTooLarge) return { errors: [responseTooLarge(error.bound)] };
    throw error;
  } finally {
    clearTimeout(timer);
    if (stay) stay();
  }
}

/** Gives an operation refused before execution the status of a bad request. */
function asBadRequest(result: ExecutionResult): ExecutionResult {
  if (!('data' in result)) {
    for (const { extensions } of result.errors ?? []) Object.assign(extensions, { http: { status: 400 } });
  }
  return result;
}
