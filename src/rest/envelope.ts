import { createPause } from '../limits/pause.ts';
import { MAX_RESPONSE_LENGTH, tooLong } from '../http/response/error-status.ts';
import type { SuccessBody } from './shape.ts';

/** Returns the body of a successful request. */
export function success(payload: SuccessBody): string | Promise<string> {
  const { data, ...others } = payload;
  return data instanceof Iterator
    ? listSuccess(data, others)
    : JSON.stringify({ status: 'success', ...payload });
}

async function listSuccess(records: IteratorObject<unknown>, others: object): Promise<string> {
  const data = await listText(records);
  const end = JSON.stringify(others).slice(1, -1);
  return `{"status":"success","data":${data}${end && `,${end}`}}`;
}

/**
 * Writes a list as JSON text record by record, in slices of time: 100 deliveries with 500 lines each would
 * hold the event loop for 30 ms and more, and all supermarkets for as long. The attacks `long-deliveries` and
 * `all-supermarkets` of `chaos:neighbours` need it.
 *
 * @throws AppError `validation_error` for a list that is too long
 */
async function listText(records: IteratorObject<unknown>): Promise<string> {
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
