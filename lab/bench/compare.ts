import { isDeepStrictEqual } from 'node:util';
import type { Bench } from './rounds.ts';
import type { Request, Workload } from './workloads.ts';

const TURNS = 12;
const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/**
 * Checks that both servers do the same work, so that neither is fast because it is wrong.
 *
 * @throws on the first difference
 */
export async function compare(
  { title, status, request }: Workload,
  { data, service, baseline }: Bench,
): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const sent = request(turn, data);
    const [one, other] = await Promise.all([ask(service.url, sent), ask(baseline.url, sent)]);
    if (one.status === status && isDeepStrictEqual(one, other)) continue;
    const both = `${JSON.stringify(one)}\n${JSON.stringify(other)}`;
    throw new Error(`${title}: not both servers respond to ${sent.path} with ${status}, or differ:\n${both}`);
  }
}

async function ask(url: string, { path, ...request }: Request) {
  const response = await fetch(url + path, request);
  const { status, headers } = response;
  const limits = LIMIT_HEADERS.every((name) => /^\d+$/.test(headers.get(name) ?? ''));
  const body = comparable(await response.text(), status === 201);
  return { status, type: headers.get('Content-Type'), limits, body };
}

/**
 * Returns the part of a body that must be equal: not errors' texts and problems, GraphQL's cost, ids and
 * times of new records.
 */
function comparable(text: string, isCreated: boolean): unknown {
  return JSON.parse(text, (key, value) => {
    if (key === 'extensions' || key === 'values') return undefined;
    const differs =
      key === 'message' || key === 'problem' || (isCreated && (key === 'id' || key === 'created_at'));
    return differs ? typeof value : value;
  });
}
