import { Agent, request } from 'undici';
import { steadily } from '../load.ts';
import type { Figures, Target } from './neighbour.ts';

/** A longer response time counts as a failure. */
const TIMEOUT_MS = 10_000;

const { url, rate, requests } = JSON.parse(process.argv[2]!) as Target;
const dispatcher = new Agent({ connections: null });
let isOver = true;

process.on('message', async (order: 'begin' | 'end') => {
  isOver = order === 'end';
  if (isOver) return;
  const figures: Figures = { latencies: [], failures: {} };
  await steadily(
    rate,
    () => isOver,
    (number, due) => send(number, due, figures),
  );
  process.send!(figures);
});
process.once('disconnect', () => process.exit());

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
