import { createPause } from '../../limits/pause.ts';
import { MAX_RESPONSE_LENGTH, tooLong } from './too-long.ts';

/**
 * Writes a list as JSON text record by record, in slices of time: 100 deliveries with 500 lines each would
 * hold the event loop for 30 ms and more, and all supermarkets for as long. The attacks `long-deliveries` and
 * `all-supermarkets` of `chaos:neighbours` need it.
 *
 * @throws AppError `validation_error` for a list that is too long
 */
export async function listText(records: IteratorObject<unknown>): Promise<string> {
  const pause = createPause({ isLast: true });
  let text = '';
  for (const record of records) {
    text += `${text && ','}${JSON.stringify(record)}`;
    if (text.length > MAX_RESPONSE_LENGTH) throw tooLong();
    const turn = pause();
    if (turn) await turn;
  }
  return `[${text}]`;
}
