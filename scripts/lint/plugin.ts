import { faultsOf } from './expression-faults.ts';

/** The parts of a node of ESTree that the rules read. */
interface Node {
  type: string;
  name?: string;
  value?: unknown;
  regex?: { pattern: string; flags: string };
  callee?: Node;
  arguments?: Node[];
  quasi?: Node;
  quasis?: { value: { raw: string; cooked: string } }[];
}

/** The context that oxlint gives a rule. */
interface RuleContext {
  report(problem: { node: Node; message: string }): void;
}

/** The project's own rules of oxlint. */
export default {
  meta: { name: 'provender' },
  rules: { 'linear-expressions': { create: linearExpressions } },
};

function linearExpressions(context: RuleContext) {
  function check(node: Node, source: string, flags: string): void {
    for (const message of faultsOf(source, flags)) context.report({ node, message });
  }
  function checkCall(node: Node): void {
    const [source, flags] = node.arguments ?? [];
    const text = node.callee?.name === 'RegExp' && source ? textOf(source) : undefined;
    if (text !== undefined) check(node, text, (flags && textOf(flags)) ?? '');
  }
  return {
    Literal(node: Node) {
      if (node.regex) check(node, node.regex.pattern, node.regex.flags);
    },
    NewExpression: checkCall,
    CallExpression: checkCall,
  };
}

/** The stand-in for the dynamic parts of an expression. */
const UNKNOWN = '(?:x)';

/**
 * Returns the text of a string or template, with `(?:x)` for its dynamic parts; undefined for other nodes.
 */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  const isRaw = node.type === 'TaggedTemplateExpression';
  const { quasis } = (isRaw ? node.quasi : node) ?? {};
  return quasis?.map(({ value }) => (isRaw ? value.raw : value.cooked)).join(UNKNOWN);
}
