import { appendFileSync } from 'node:fs';
import { recordTurns } from './record-turns.ts';

const EVERY_MS = 200;

/** Imported by a service of a script before anything else: appends its long turns to a file, one a line. */
const file = process.env.TURNS_FILE!;
const { take } = recordTurns();
setInterval(async () => {
  for (const turn of await take()) appendFileSync(file, `${JSON.stringify(turn)}\n`);
}, EVERY_MS).unref();
