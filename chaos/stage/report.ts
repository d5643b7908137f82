/** The table a script prints, and whether all it promises was kept. */
export interface Report {
  /** Something measured that promises nothing. */
  figure(name: string, value: string | number): void;
  /** Something that must hold, everywhere and always. */
  guarantee(name: string, value: string | number, isKept: boolean): void;
  /** Something measured that shall hold; a smoke run, on who knows what machine, does not insist. */
  target(name: string, value: string | number, aim: string, isMet: boolean): void;
  /** A row with columns of its own; not kept, it breaks what the script promises. */
  row(cells: string[], isKept?: boolean): void;
  /** Prints the table; true when nothing was broken. */
  print(): boolean;
}

export function createReport(title: string, { smoke }: { smoke: boolean }): Report {
  const rows: string[][] = [];
  let isSound = true;
  const verdict = (isKept: boolean, insists = true) => {
    if (insists) isSound &&= isKept;
    return isKept ? 'ok' : insists ? 'BROKEN' : 'missed';
  };
  return {
    figure: (name, value) => void rows.push([name, String(value), '', '']),
    guarantee: (name, value, isKept) => void rows.push([name, String(value), 'guarantee', verdict(isKept)]),
    target: (name, value, aim, isMet) => void rows.push([name, String(value), aim, verdict(isMet, !smoke)]),
    row(cells, isKept = true) {
      rows.push(cells);
      isSound &&= isKept;
    },
    print() {
      const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
      const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widthOf(column))).join('  '));
      process.stdout.write(`${[title, ...lines.map((line) => `  ${line.trimEnd()}`)].join('\n')}\n`);
      return isSound;
    },
  };
}

/** The value below which `share` of all values lie. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
