import { afterAll, beforeAll, expect } from 'vitest';
import {
  lineOf,
  type LongTurn,
  recordTurns,
  tooLong,
  type TurnRecorder,
} from '../../../lab/turns/record-turns.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The longest turns of the event loop of a file. */
    turns?: LongTurn[];
  }
}

const KEPT = 10;

/** Files run beside three others: shared caches and cores have lengthened the same turn by up to a half. */
const BESIDE_OTHERS = 2;

let recorder: TurnRecorder | undefined;

/**
 * Fails the file if a request, or what `asOperation` runs, holds the event loop of this process for too long:
 * work whose size a caller chooses would hold all others. A second try of a test does not hide the first one.
 */
export function holdTurns(): void {
  let own: TurnRecorder | undefined;
  beforeAll(() => {
    // A file with several services has one clock.
    if (recorder) return;
    own = recorder = recordTurns(() => expect.getState().currentTestName ?? '');
  });
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures are used
  afterAll(async ({}, { meta }) => {
    if (!own) return;
    const turns = await own.take();
    own.stop();
    recorder = own = undefined;
    meta.turns = turns.slice(0, KEPT);
    const long = tooLong(turns).filter(({ ms, limitMs }) => ms > BESIDE_OTHERS * limitMs);
    expect(long.map(lineOf), 'turns of the event loop that took too long').toEqual([]);
  });
}
