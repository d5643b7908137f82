import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { type Callback, startReceiver } from '../support/webhook/receiver.ts';
import { PATIENCE } from '../support/webhook/webhook.ts';

/** Starts a receiver whose response can be changed. */
export async function startMoodyReceiver() {
  const mood = { status: 200 };
  const receiver = await startReceiver((response) =>
    response.writeHead(mood.status).end(`mood ${mood.status}`),
  );
  return Object.assign(receiver, { mood });
}

/** Returns whether a callback is signed with `secret`, according to the published library. */
export function isSigned({ body, headers }: Callback, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Waits until the log has messages with these states, newest first. */
export async function expectLog(page: Page, states: string[]): Promise<void> {
  const rows = page.getByRole('region', { name: 'Table: Messages' }).locator('tbody tr');
  await expect.poll(() => rows.locator('[data-name=Status]').allInnerTexts(), PATIENCE).toEqual(states);
}
