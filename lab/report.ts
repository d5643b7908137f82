import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Script } from './script.ts';

/** The table that a script prints, and whether all its guarantees were met. */
export interface Report {
  /** Adds a measured value without a target. */
  figure(name: string, value: string | number): void;
  /** Adds a value that must hold in every run. */
  guarantee(name: string, value: string | number, isKept: boolean): void;
  /** Adds a number of faults, which must be 0 in every run. */
  none(name: string, faults: number): void;
  /** Adds a condition that must be true in every run. */
  holds(name: string, isTrue: boolean): void;
  /** Adds a measured value with a target, which a smoke run, on an unknown machine, does not enforce. */
  target(name: string, value: string | number, aim: string, isMet: boolean): void;
  /** Adds a row with its own columns; if `isKept` is false, it counts as a broken guarantee. */
  row(cells: string[], isKept?: boolean): void;
  /** Prints the table with the machine it was measured on. Returns true if no guarantee was broken. */
  print(postgresVersion: string): boolean;
}

export function createReport({ title, smoke }: Script): Report {
  const rows: string[][] = [];
  let isSound = true;
  const verdict = (isKept: boolean, insists = true) => {
    if (insists) isSound &&= isKept;
    return isKept ? 'ok' : insists ? 'BROKEN' : 'missed';
  };
  const report: Report = {
    figure: (name, value) => void rows.push([name, String(value), '', '']),
    guarantee: (name, value, isKept) => void rows.push([name, String(value), 'guarantee', verdict(isKept)]),
    none: (name, faults) => report.guarantee(name, faults, faults === 0),
    holds: (name, isTrue) => report.guarantee(name, isTrue ? 'yes' : 'no', isTrue),
    target: (name, value, aim, isMet) => void rows.push([name, String(value), aim, verdict(isMet, !smoke)]),
    row(cells, isKept = true) {
      rows.push(cells);
      isSound &&= isKept;
    },
    print(postgresVersion) {
      const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
      const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widthOf(column))).join('  '));
      const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'CPU'}, load ${loadavg()[0]!.toFixed(1)}, Node ${process.version}, PostgreSQL ${postgresVersion}`;
      process.stdout.write(`${[title, ...lines.map((line) => `  ${line.trimEnd()}`), machine].join('\n')}\n`);
      return isSound;
    },
  };
  return report;
}

/** Returns the value below which `share` of all values are. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Returns the median of a figure. */
export function medianOf<Figures>(all: readonly Figures[], figureOf: (each: Figures) => number): number {
  return percentile(all.map(figureOf), 0.5);
}
