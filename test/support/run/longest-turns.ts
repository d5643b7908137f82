import type { Reporter } from 'vitest/node';
import { lineOf } from '../../../lab/turns/record-turns.ts';

const SHOWN = 10;

/** Prints the longest turns of the event loop that requests of the run took. */
export const longestTurns: Reporter = {
  onTestRunEnd(modules) {
    const turns = modules.flatMap((module) => module.meta().turns ?? []);
    const longest = turns.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN);
    if (longest.length === 0) return;
    const lines = longest.map((turn) => `  ${lineOf(turn)}\n`);
    process.stdout.write(`The longest turns of the event loop, in processor time:\n${lines.join('')}`);
  },
};
