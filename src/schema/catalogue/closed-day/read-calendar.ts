import { FairQueue } from '@provender/fair-pool/fair-queue';
import { BOUNDS } from '../../../spreadsheet/limits.ts';
import { runBounded } from '../../../spreadsheet/run-bounded.ts';
import { UnreadableFile } from '../../../spreadsheet/unreadable-file.ts';
import { AppError, type Fault, fault, faultAt } from '../../core/errors.ts';
import type { CalendarResult } from './calendar-process.ts';
import { inTurn } from './in-turn.ts';
import type { IcsDays } from './read-ics.ts';

const READING = import.meta.resolve('#calendar-process');

/** How long a calendar waits for those of other accounts. */
const WAIT_S = 4;
/** Calendars are small, so they have a queue of their own and do not wait for spreadsheets. */
const TURNS = new FairQueue({
  name: 'calendars read',
  share: 1,
  total: 1,
  maxWaiting: 20,
  maxWaitMs: WAIT_S * 1_000,
});

/**
 * Reads a calendar file in a process with bounded memory and time, as `readIcs` says.
 *
 * @param today YYYY-MM-DD
 * @throws AppError `validation_error` on ics; `service_unavailable` if others are being read
 */
export async function readCalendar(ics: string, today: string): Promise<IcsDays> {
  const result = await inTurn(TURNS, () => read(ics, today), busy);
  if ('faults' in result) throw new AppError(...(result.faults as [Fault, ...Fault[]]));
  return { days: new Map(result.days), ignored: result.ignored };
}

async function read(ics: string, today: string): Promise<CalendarResult> {
  try {
    for await (const line of runBounded(READING, Buffer.from(ics), { today }, BOUNDS.small))
      return JSON.parse(line.toString()) as CalendarResult;
  } catch (error) {
    throw error instanceof UnreadableFile ? new AppError(faultAt('ics', error.found)) : error;
  }
  throw new Error('reading a calendar ended without a result');
}

function busy(): AppError {
  const error = fault('imports_busy', 'Other files are being read. Send this one again in some seconds');
  error.extensions.retryAfter = WAIT_S;
  return error;
}
