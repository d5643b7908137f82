import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Measured, Round } from './rounds.ts';

const COLUMNS = [
  'work',
  'service req/s',
  'limit req/s',
  'ratio',
  'spread',
  'node ms/req',
  'limit',
  'postgres ms/req',
  'limit',
  'CPU ratio',
];

/** Returns the result as a Markdown table. */
export function table(results: Measured[]): string {
  return [COLUMNS, COLUMNS.map((_, at) => (at === 0 ? '---' : '--:')), ...results.map(rowOf)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function rowOf({ work, service, limit }: Measured): string[] {
  const ratios = service.map((round, at) => round.perSecond / limit[at]!.perSecond);
  return [
    work.title,
    Math.round(median(service.map((round) => round.perSecond))).toString(),
    Math.round(median(limit.map((round) => round.perSecond))).toString(),
    median(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    ...(['nodeMs', 'postgresMs'] as const).flatMap((which) => [
      milliseconds(service, which),
      milliseconds(limit, which),
    ]),
    cpuRatio(service, limit),
  ];
}

function milliseconds(rounds: Round[], which: 'nodeMs' | 'postgresMs'): string {
  const values = known(rounds.map((round) => round[which]));
  return values.length > 0 ? median(values).toFixed(3) : '–';
}

/** Returns the limit's total CPU time (Node and PostgreSQL) relative to that of the service. */
function cpuRatio(service: Round[], limit: Round[]): string {
  const [own, other] = [service, limit].map((rounds) =>
    known(rounds.map(({ nodeMs, postgresMs }) => nodeMs && postgresMs && nodeMs + postgresMs)),
  );
  return own!.length > 0 && other!.length > 0 ? (median(other!) / median(own!)).toFixed(2) : '–';
}

function known(values: (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}

/**
 * Returns the median.
 *
 * @param values at least one
 */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns a description of the environment of the figures. */
export function surroundings(postgresVersion: string): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return [
    `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.version}`,
    `PostgreSQL ${postgresVersion}`,
    `Provender ${version}`,
  ].join(' · ');
}
