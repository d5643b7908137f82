import cluster from 'node:cluster';
import type { Order, ToPrimary, ToProcess } from './message.ts';

/** A process that is ready. */
export interface Launched {
  pid: number;
  url: string;
  publicUrl: string;
  /** Resolves with how it ended, for the log. */
  ended: Promise<string>;
  /** Makes the process finish requests in flight. Resolves when it has ended. */
  stop(options: { isReplaced: boolean }): Promise<unknown>;
}

/**
 * Starts a process of this program and waits until it is ready.
 *
 * @throws Error with the reason when it fails to start, and when `signal` aborts, after the process has ended
 */
export async function launch(order: Order, signal: AbortSignal): Promise<Launched> {
  const worker = cluster.fork();
  const send = (message: ToProcess) => void (worker.isConnected() && worker.send(message));
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (code, killedBy) => resolve(killedBy ?? `exit code ${code}`));
  });
  const stop: Launched['stop'] = (options) => (send({ type: 'stop', ...options }), ended);
  const abort = () => void stop({ isReplaced: false });
  signal.addEventListener('abort', abort, { once: true });
  try {
    const { url, publicUrl } = await new Promise<ToPrimary & { type: 'ready' }>((resolve, reject) => {
      worker.on('message', (message: ToPrimary) => {
        if (message.type === 'ready') resolve(message);
        if (message.type === 'failed') reject(new Error(message.line));
      });
      worker.once('error', reject);
      void ended.then((how) => reject(new Error(`a process ended while it started: ${how}`)));
      send(order);
    });
    return { pid: worker.process.pid!, url, publicUrl, ended, stop };
  } catch (error) {
    await ended;
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
