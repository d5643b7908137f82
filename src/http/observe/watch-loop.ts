import { Histogram } from '@prometheus-io/client';
import { latestSince } from '../../database/running-request.ts';
import type { Logger } from '../../log.ts';

const EVERY_MS = 50;
const LATE_TURN_MS = 250;
const LOG_EVERY_MS = 60_000;

/** How late a timer of the process was: while anything holds the event loop, all requests wait. */
export const loopLateness = new Histogram({
  name: 'provender_event_loop_lateness_seconds',
  help: 'How late a timer ran that is due every 50 ms: the time for which the event loop was held.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [],
});

/**
 * Measures the lateness of a timer. If this thread took more than 250 ms of processor time meanwhile, it is
 * logged, at most once a minute, with the request whose code was noted last before it: almost always the one
 * that held the event loop, as work follows the arrival of a body or of rows. Returns a function that stops
 * this.
 */
export function watchLoop(log: Logger): () => void {
  let due = performance.now() + EVERY_MS;
  let loggedAt = -Infinity;
  let cpu = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = performance.now();
    const lateMs = Math.max(0, now - due);
    loopLateness.observe(lateMs / 1_000);
    const { user, system } = process.threadCpuUsage(cpu);
    const cpuMs = (user + system) / 1_000;
    cpu = process.threadCpuUsage();
    // On a busy machine, a process waits for its turn: no request is to blame. Without a request, it was a
    // start or a job.
    const isHeld = lateMs > LATE_TURN_MS && cpuMs > LATE_TURN_MS;
    const request = isHeld && now - loggedAt >= LOG_EVERY_MS && latestSince(due - EVERY_MS);
    if (request) {
      loggedAt = now;
      log.warn(
        {
          lateMs: Math.round(lateMs),
          cpuMs: Math.round(cpuMs),
          request: request.id,
          operation: request.operation(),
        },
        'the event loop was held',
      );
    }
    due = now + EVERY_MS;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
