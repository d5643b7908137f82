import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Figures, Target } from './neighbour.ts';

/** A longer response time counts as a failure. */
const TIMEOUT_MS = 10_000;

const { url, rate, requests } = JSON.parse(process.argv[2]!) as Target;
const dispatcher = new Agent({ connections: null });
let isAsking = false;
let asking: Promise<Figures> | undefined;

process.on('message', (order: 'begin' | 'end') => {
  isAsking = order === 'begin';
  if (isAsking) asking = ask();
  else void asking!.then((figures) => process.send!(figures));
});
process.once('disconnect', () => process.exit());

/** Sends requests at a steady rate, however slow the responses are. */
async function ask(): Promise<Figures> {
  const figures: Figures = { latencies: [], failures: {} };
  const underWay: Promise<void>[] = [];
  const started = performance.now();
  for (let number = 0; isAsking; number++) {
    const due = started + (number * 1_000) / rate;
    await sleep(Math.max(0, due - performance.now()));
    if (isAsking) underWay.push(send(number, due, figures));
  }
  await Promise.all(underWay);
  return figures;
}

/** Measures the latency from the scheduled time, so that a stall of this process is included. */
async function send(number: number, due: number, { latencies, failures }: Figures): Promise<void> {
  const { path, key } = requests[number % requests.length]!;
  const outcome = await request(`${url}${path}`, {
    headers: { Authorization: `Bearer ${key}` },
    dispatcher,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then(async ({ statusCode, body }) => (await body.dump({ limit: Infinity }), String(statusCode)))
    .catch(() => 'no response');
  if (outcome === '200') latencies.push(performance.now() - due);
  else failures[outcome] = (failures[outcome] ?? 0) + 1;
}
