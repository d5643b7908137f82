import { type ExecutionArgs, getOperationAST, type GraphQLField, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Context, httpOf } from '../schema/core/context.ts';
import { AppError, fault } from '../schema/core/errors.ts';
import { withStatus } from './mask-error.ts';
import { rootFieldsOf } from '../schema/core/list/selections.ts';

/** How a root mutation field is counted, from its `extensions.session`. */
type SessionExtension =
  /** Opens a session; allowed once per operation, without other changes. */
  | 'opens'
  /**
   * Ends or secures sessions: counts as a read, so that it works even when the limit of changes is exceeded.
   */
  | 'manages';

/**
 * Counts changes in a session against their own limits. Only here the operation is parsed; admission counted
 * the request as a read.
 */
export const sessionChanges: Plugin<Context> = {
  // Requests with a key, which are the majority, skip this without waiting.
  onExecute: (hook) => (hook.args.contextValue.http?.visit ? countSessionChange(hook) : undefined),
};

type Hook = Parameters<NonNullable<Plugin<Context>['onExecute']>>[0];

async function countSessionChange({ args, setResultAndStopExecution }: Hook): Promise<void> {
  const http = httpOf(args.contextValue);
  const kinds = kindsOf(args);
  const openings = kinds.filter((kind) => kind === 'opens').length;
  const changes = kinds.filter((kind) => kind === undefined).length;
  if (openings > 1) return setResultAndStopExecution({ errors: [signsInTwice()] });
  if (openings === 1 && changes > 0) return setResultAndStopExecution({ errors: [signsInBesides()] });
  if (!http.visit?.countChange || changes === 0) return;
  const counted = await http.visit.countChange();
  if (counted instanceof AppError) return setResultAndStopExecution({ errors: [withStatus(counted)] });
  http.usage = counted;
}

/** Returns how each mutation field is counted; empty for other operations. */
function kindsOf(args: ExecutionArgs): (SessionExtension | undefined)[] {
  if (!isMutation(args)) return [];
  return Array.from(rootFieldsOf(args).values(), sessionOf);
}

function isMutation({ document, operationName }: ExecutionArgs): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
}

/** Returns whether an operation signs in or up. Such an operation changes nothing else. */
export function opensSession(args: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName'>): boolean {
  return rootFieldsOf(args)
    .values()
    .some((field) => sessionOf(field) === 'opens');
}

/** Returns how a root mutation field is counted in a session. */
export function sessionOf({ extensions }: GraphQLField<unknown, unknown>): SessionExtension | undefined {
  return extensions.session as SessionExtension | undefined;
}

function signsInTwice() {
  return fault('sign_in_once', 'An operation can sign in or sign up once', 'query');
}

function signsInBesides() {
  return fault('sign_in_alone', 'Sign in with a separate operation, then send the other changes', 'query');
}
