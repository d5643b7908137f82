/** A node of the syntax tree, as far as the rule looks at it. */
interface Node {
  type: string;
  name?: string;
  callee?: Node;
  object?: Node;
  property?: Node;
  arguments?: Node[];
  elements?: (Node | null)[];
}

interface RuleContext {
  report(found: { node: Node; message: string }): void;
}

/**
 * The files that wait for any number of promises, and why that is little work. Work for each row belongs into
 * one loop instead: with one promise per row, all of it runs before other requests get a turn.
 */
export const WAITS_FOR_MANY: Readonly<Record<string, string>> = {
  'packages/client/command/forwarder.ts': 'for what has been sent',
  'packages/compiled-execution/src/compile-field.ts': 'for values that resolvers returned',
  'packages/compiled-execution/src/compile-list.ts': 'for values that resolvers returned',
  'packages/compiled-execution/src/compile-selection.ts': 'for values that resolvers returned',
  'src/database/migrate.ts': 'for the migrations of the release, which are read once',
  'src/jobs/send-alerts.ts': 'for the alerts under way, some at a time',
  'src/jobs/send-webhooks.ts': 'for the callbacks under way, as many as there are slots',
  'src/limits/guesses.ts': 'for the counters of one guess, three at most',
  'src/processes/start-processes.ts': 'for the processes of an instance',
  'src/schema/catalogue/closed-day/public-holidays.ts': 'for years, whose promises are kept',
  'src/schema/core/list/source.ts': 'for the filters of a list',
  'src/schema/core/node/read-nodes.ts': 'for the types of nodes, each read by one statement',
};

/**
 * Refuses to wait for as many promises as there are rows; a fixed number of them is written as `[one,
 * other]`.
 */
const promiseAll = {
  create(context: RuleContext) {
    return {
      CallExpression(node: Node) {
        if (!isWaitingForAll(node.callee) || isFixed(node.arguments?.[0])) return;
        const message =
          'Promises of rows are read together, or one after the other. See scripts/lint/promise-all.ts';
        context.report({ node, message });
      },
    };
  },
};

function isWaitingForAll(callee: Node | undefined): boolean {
  return (
    callee?.type === 'MemberExpression' &&
    callee.object?.name === 'Promise' &&
    ['all', 'allSettled', 'any', 'race'].includes(callee.property?.name ?? '')
  );
}

function isFixed(argument: Node | undefined): boolean {
  return (
    argument?.type === 'ArrayExpression' &&
    argument.elements!.every((element) => element?.type !== 'SpreadElement')
  );
}

export default { meta: { name: 'rows' }, rules: { 'promise-all': promiseAll } };
