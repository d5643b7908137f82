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

/** How a field of the root mutation is counted, told by its `extensions.session`. */
type SessionExtension =
  /** Opens a session; once in an operation, and with nothing that is done in it. */
  | 'opens'
  /** Ends or guards sessions: counts as a read, so that a person can always leave. */
  | 'manages';

/**
 * Counts what sessions change in the windows of their account's plan, which its keys use too. Only
 * here it is known what an operation does; when it was admitted, it was counted as a read.
 */
export const sessionChanges: Plugin<Context> = {
  // Requests with a key, which are most, wait for nothing here.
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
  if (counted instanceof AppError) return setResultAndStopExecution({ errors: [asAnswer(counted)] });
  http.usage = counted;
}

/** Of each field that a mutation executes, how it is counted; of other operations none. */
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
  return fault('validation_error', 'an operation may sign in or sign up once', 'query');
}

function signsInBesides() {
  return fault(
    'validation_error',
    'sign in with an operation of its own, then send the other changes',
    'query',
  );
}

/** As the same refusal is answered everywhere: by its status, not with 200. */
function asAnswer({ code, message }: AppError): AppError {
  const error = fault(code, message);
  error.extensions.http = { status: STATUS[code] };
  return error;
}
