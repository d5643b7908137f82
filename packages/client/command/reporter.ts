import type { Forwarded, StreamedEvent } from './forwarder.ts';
import { terminalJson } from './terminal-text.ts';

/** The output streams of a command. */
export interface Output {
  out: (text: string) => void;
  err: (text: string) => void;
}

/** Reports progress to the user: in lines for people, or in one JSON object per line. */
export interface Reporter {
  /** Shows the secret after a word for its use. */
  secret(use: 'Listening' | 'Signed', secret: string): void;
  hint(text: string): void;
  event(event: StreamedEvent): void;
  forwarded(forwarded: Forwarded): void;
  interrupted(message: string, pauseMs: number): void;
  resumed(): void;
}

export function createReporter({ out, err }: Output, asJson: boolean): Reporter {
  return asJson ? jsonReporter(out) : textReporter(out, err);
}

function jsonReporter(out: Output['out']): Reporter {
  const write = (kind: string, value: object) => out(`${terminalJson(JSON.stringify({ kind, ...value }))}\n`);
  return {
    secret: (use, secret) => write(use.toLowerCase(), { secret }),
    hint: () => {},
    event: ({ id, type, occurredAt, body, resendOf = null }) =>
      write('event', { id, event: type, occurred_at: occurredAt, resend_of: resendOf, body }),
    forwarded: ({ event, url, webhookId, status, error, durationMs }) =>
      write('response', {
        id: event.id,
        event: event.type,
        url,
        webhook_id: webhookId,
        status,
        error,
        duration_ms: durationMs,
      }),
    interrupted: (message, pauseMs) => write('interrupted', { message, retry_in_ms: pauseMs }),
    resumed: () => write('resumed', {}),
  };
}

function textReporter(out: Output['out'], err: Output['err']): Reporter {
  return {
    secret: (use, secret) => out(`${use} with secret ${secret}\n`),
    hint: (text) => err(`${text}\n`),
    event: ({ id, type, resendOf }) =>
      out(`${now()}  --> ${type} [${id}]${resendOf ? ` (resend of ${resendOf})` : ''}\n`),
    forwarded: ({ event, url, status, error, durationMs }) => {
      const answer = [status, error].filter((part) => part !== null).join(' ');
      out(`${now()}  <-- ${answer} POST ${url} [${event.id}] ${durationMs} ms\n`);
    },
    interrupted: (message, pauseMs) =>
      err(`${now()}  ${message}. Trying again in ${(pauseMs / 1_000).toFixed(1)} s\n`),
    resumed: () => err(`${now()}  Connected again\n`),
  };
}

function now(): string {
  return new Date().toISOString().slice(0, 19).replace('T', ' ');
}
