import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { run } from '../../../packages/client/command/run.ts';
import { PATIENCE } from '../graphql/live.ts';
import type { TestAccount } from '../service/account.ts';
import type { Callback } from './receiver.ts';

/**
 * Returns functions that run the commands listen and trigger in this process, with the settings of one
 * machine.
 */
export function useMachine() {
  let folder = '';
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'provender-listen-'))));
  afterAll(() => rm(folder, { recursive: true }));

  /** Starts a command. It ends with the test. */
  function start(args: readonly string[], env: Record<string, string> = {}) {
    const stopping = new AbortController();
    const said = { out: '', err: '' };
    const code = run(args, {
      env: { XDG_CONFIG_HOME: folder, ...env },
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
      signal: stopping.signal,
    });
    onTestFinished(() => stopping.abort());
    return { said, code, stop: () => stopping.abort() };
  }

  /** Starts listening with --json, and waits until it does. */
  async function listen(url: string, { key }: TestAccount, args: readonly string[]) {
    const command = start(['listen', '--json', ...args], { PROVENDER_URL: url, PROVENDER_API_KEY: key });
    const lines = (kind: string) => {
      const complete = command.said.out.split('\n').slice(0, -1);
      return complete.map((line) => JSON.parse(line)).filter((line) => line.kind === kind);
    };
    await expect.poll(() => lines('listening').length, PATIENCE).toBe(1);
    return { ...command, lines, ids: () => lines('event').map(({ id }) => id as string) };
  }

  return { start, listen, secretFile: () => join(folder, 'provender/listen-secret') };
}

/** Verifies a callback with the published library. */
export function expectSigned({ headers, body }: Callback, secret: string): void {
  new Webhook(secret).verify(body, headers as Record<string, string>);
}
