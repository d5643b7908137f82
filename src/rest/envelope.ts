import { listText } from '../http/response/list-text.ts';
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
