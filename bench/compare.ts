import { isDeepStrictEqual } from 'node:util';
import type { Data } from './data.ts';
import type { Server } from './servers.ts';
import type { Work } from './works.ts';

const TURNS = 12;
const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

interface Answer {
  status: number;
  type: string | null;
  limits: boolean;
  body: unknown;
}

/**
 * Checks that both servers do the same work.
 *
 * @throws on the first difference
 */
export async function compare(work: Work, data: Data, servers: Server[]): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const request = work.request(turn, data);
    const [one, other] = await Promise.all(servers.map(({ url }) => ask(url, request)));
    for (const { status } of [one!, other!]) {
      if (status !== work.status)
        throw new Error(`${work.name}: returned ${status} instead of ${work.status}`);
    }
    if (!isDeepStrictEqual(one, other)) {
      throw new Error(
        `${work.name}: the servers respond differently to ${request.method} ${request.path}:\n` +
          `${JSON.stringify(one)}\n${JSON.stringify(other)}`,
      );
    }
  }
}

async function ask(url: string, { path, ...request }: ReturnType<Work['request']>): Promise<Answer> {
  const response = await fetch(url + path, request);
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    limits: LIMIT_HEADERS.every((name) => /^\d+$/.test(response.headers.get(name) ?? '')),
    body: comparable(JSON.parse(await response.text()), response.status === 201),
  };
}

/**
 * Returns the part of a body that must be equal: not the text of errors, ids and times of created records, or
 * GraphQL's cost figures.
 */
function comparable(body: unknown, isCreated: boolean): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) => {
    if (key === 'extensions') return undefined;
    const differs = key === 'message' || (isCreated && (key === 'id' || key === 'created_at'));
    return differs ? typeof value : value;
  });
}
