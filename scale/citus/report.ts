import { median } from '../../bench/report.ts';
import type { Variant } from './measure.ts';

const BOUNDS = { writes: 3, reads: 2.5, busiest: 0.6 };
const COLUMNS = [
  'Work',
  'Form',
  'Clients connect to',
  'CPU ms',
  'of it the busiest node',
  'all / plain',
  'busiest / plain',
  '',
];

/** Prints what each variant costs, beside the work as it is on plain PostgreSQL. */
export function print(variants: Variant[]): void {
  const rows = variants.map((variant) => {
    const { form, entry, refused } = variant;
    const head = [form.work, form.name, entry.name];
    if (refused !== undefined) return [...head, '', '', '', '', `refused: ${refused}`];
    const base = variants.find((other) => other.form.work === form.work && other.entry.nodes.length === 1)!;
    const { all, busiest } = cost(variant);
    const plain = cost(base).all;
    const bound = form.work === 'POST delivery' ? BOUNDS.writes : BOUNDS.reads;
    const holds = all / plain <= bound && busiest / plain <= BOUNDS.busiest;
    const isPlain = entry.nodes.length === 1;
    return [
      ...head,
      all.toFixed(2),
      isPlain ? '' : busiest.toFixed(2),
      (all / plain).toFixed(2),
      isPlain ? '' : (busiest / plain).toFixed(2),
      isPlain ? '' : holds ? 'within the bounds' : 'beyond',
    ];
  });
  const lines = [COLUMNS, COLUMNS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The medians of the rounds. */
function cost({ rounds }: Variant): { all: number; busiest: number } {
  const sums = rounds.map((nodes) => nodes.reduce((sum, ms) => sum + ms, 0));
  return {
    all: median(sums),
    busiest: Math.max(...rounds[0]!.map((_, at) => median(rounds.map((nodes) => nodes[at]!)))),
  };
}
