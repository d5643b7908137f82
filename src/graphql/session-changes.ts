import {
  type FragmentDefinitionNode,
  getOperationAST,
  type GraphQLField,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import type { ExecutionArgs } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { STATUS } from '../http/error-status.ts';
import { type Context, httpOf } from '../schema/context.ts';
import { AppError, fault } from '../schema/errors.ts';

/** How a root mutation field is counted, from its `extensions.session`. */
type SessionExtension =
  /** Opens a session; allowed once per operation, without other changes. */
  | 'opens'
  /** Ends or secures sessions: counts as a read, so that it works even when the limit of changes is exceeded. */
  | 'manages';

/**
 * Counts changes in a session against the limits of the account's plan, together with its keys. The kind of an
 * operation is known only here; admission counted it as a read.
 */
export const sessionChanges: Plugin<Context> = {
  // Requests with a key, which are the majority, skip this without waiting.
  onExecute: (hook) => (hook.args.contextValue.http?.visit ? countChange(hook) : undefined),
};

type Hook = Parameters<NonNullable<Plugin<Context>['onExecute']>>[0];

async function countChange({ args, setResultAndStopExecution }: Hook): Promise<void> {
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

/** Returns how each executed mutation field is counted; empty for other operations. */
function kindsOf({ schema, document, operationName }: ExecutionArgs): (SessionExtension | undefined)[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const fields = schema.getMutationType()!.getFields();
  const found = new Map<string, GraphQLField<unknown, unknown> | undefined>();
  collect(operation.selectionSet);
  return Array.from(found.values(), (field) => field?.extensions.session as SessionExtension | undefined);

  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const part =
          selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value)! : selection;
        collect(part.selectionSet);
      } else if (!selection.name.value.startsWith('__')) {
        found.set((selection.alias ?? selection.name).value, fields[selection.name.value]);
      }
    }
  }
}

function signsInTwice() {
  return fault('validation_error', 'An operation can sign in or sign up once', 'query');
}

function signsInBesides() {
  return fault('validation_error', 'Sign in with a separate operation, then send the other changes', 'query');
}

/** Returns the error with its HTTP status, instead of 200. */
function withStatus({ code, message }: AppError): AppError {
  const error = fault(code, message);
  error.extensions.http = { status: STATUS[code] };
  return error;
}
