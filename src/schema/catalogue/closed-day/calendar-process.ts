import { answerParent } from '../../../spreadsheet/answer-parent.ts';
import { AppError, type Fault } from '../../core/errors.ts';
import { readIcs } from './read-ics.ts';

/** The days in a calendar file, or the faults for which it cannot be read. */
export type CalendarResult =
  | { days: [date: string, reason: string | null][]; ignored: number }
  | { faults: readonly Fault[] };

await answerParent(calendarResults);

/** Reads a calendar file in UTF-8. Runs in a process of its own (`read-calendar.ts`). */
async function* calendarResults(
  bytes: Uint8Array,
  { today }: { today: string },
): AsyncGenerator<CalendarResult> {
  try {
    const { days, ignored } = readIcs(Buffer.from(bytes).toString(), today);
    yield { days: [...days], ignored };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield { faults: error.faults };
  }
}
