import type { Client } from 'urql';
import { UNREPEATABLE } from '../../generated/rules.ts';
import { type Document, textOf } from './document.ts';
import { type Failure, failureOf } from './failure.ts';

/** Removed with the drafts, when somebody signs out. */
const PREFIX = 'draft:sent:';
/** The maximum number of changes of which the response is awaited. */
const MAX_KEPT = 50;
/** How often a change is sent again while its first request is still running. */
const MAX_WAITS = 8;
const WAIT_MS = 1_000;

interface Sent<Data> {
  data: Data | undefined;
  failure: Failure | undefined;
  /** The data of a change that succeeded although something failed, such as a link whose mail was refused. */
  partial?: Data | undefined;
}

/**
 * Sends a mutation with an `Idempotency-Key`, which is used again, also after a reload of this tab, until the
 * same content succeeds: a change whose response was lost is made once, however often it is sent.
 *
 * @param nth distinguishes changes with the same content that are sent together
 * @param changed types that it changes beside those of its response: queries that show them are fetched again
 */
export async function sendOnce<Data, Variables extends object>(
  client: Client,
  document: Document<Data, Variables>,
  variables: Variables,
  { nth = 0, changed = [] }: { nth?: number; changed?: string[] } = {},
): Promise<Sent<Data>> {
  const content = JSON.stringify([textOf(document as Document<never, never>), variables, nth]);
  const send = async (key?: string) => {
    const headers: HeadersInit = key === undefined ? {} : { 'Idempotency-Key': key };
    const fetchOptions: RequestInit = { credentials: 'same-origin', headers };
    const { data, error } = await client
      .mutation(document, variables, { fetchOptions, additionalTypenames: changed })
      .toPromise();
    return error
      ? { data: undefined, failure: failureOf(error), partial: data }
      : { data, failure: undefined };
  };
  if (isUnrepeatable(document as Document<never, never>)) return send();
  const key = keyOf(content);
  for (let waits = 0; ; waits++) {
    const sent = await send(key);
    if (!sent.failure) sessionStorage.removeItem(PREFIX + content);
    else if (isWithoutKeys(sent.failure)) return send();
    else if (sent.failure.code === 'idempotency_conflict') {
      if (waits === MAX_WAITS) return { data: undefined, failure: UNKNOWN };
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      continue;
    }
    return sent;
  }
}

const UNKNOWN: Failure = {
  code: 'idempotency_conflict',
  message: 'You sent this before, and its result is not known yet. Reload the page to see what was saved.',
  field: undefined,
  details: [],
};

/**
 * Returns whether the service refuses keys here, such as without a `SECRETS_KEY`. Nothing was changed then.
 */
function isWithoutKeys({ code, field }: Failure): boolean {
  return field === 'Idempotency-Key' && code !== 'idempotency_conflict';
}

/** Returns whether a mutation opens, changes or ends sessions: the service takes no key for it. */
function isUnrepeatable(document: Document<never, never>): boolean {
  const [, name = ''] = /^\s*mutation[^{]*\{\s*(\w+)/.exec(textOf(document)) ?? [];
  return UNREPEATABLE.includes(name);
}

/** Returns the key of a content that was sent without success, or a new one. */
function keyOf(content: string): string {
  const name = PREFIX + content;
  const [, kept] = sessionStorage.getItem(name)?.split(' ') ?? [];
  if (kept) return kept;
  const key = newKey();
  try {
    forgetOldest();
    sessionStorage.setItem(name, `${Date.now()} ${key}`);
  } catch {
    // Without room for it, the change is sent all the same.
  }
  return key;
}

function forgetOldest(): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
  const [oldest] = names.toSorted((one, other) => sentAt(one) - sentAt(other));
  if (names.length >= MAX_KEPT) sessionStorage.removeItem(oldest!);
}

function sentAt(name: string): number {
  return Number.parseInt(sessionStorage.getItem(name)!, 10);
}

/** Returns a random key. `crypto.randomUUID` is missing on pages without HTTPS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}
