import {
  CompleteStopDocument,
  type ConfirmStopMutationVariables,
  ConfirmStopDocument,
  DispatchStopDocument,
  StopOutcomeDocument,
  type StopOutcomeQuery,
  WhoSendsDocument,
} from '../../generated/operations.ts';
import { SHOWN_PERSON } from '../graphql/shown-person.ts';
import { say } from './news.ts';
import { bodyOf, isBusy, post } from './post.ts';
import { inOrder, openStore, type Refusal, type Store, type Waiting } from './store.ts';

/** The lock for sending, for one tab or the service worker at a time. Taking a change back needs it too. */
export const LOCK = 'provender-outbox';
/**
 * A clock that is wrong by less is taken for right: the service's `Date` has whole seconds, and responses
 * take time.
 */
const SKEW_MS = 60_000;
const UPLOAD_MS = 60_000;

/** The outcome of sending: `later` without a network or a service, `signed-out` without a session. */
export type Sending = 'nothing' | 'sent' | 'later' | 'signed-out';

/** Thrown to stop until there is a network, or a session. */
class Stopped extends Error {
  readonly outcome: 'later' | 'signed-out';

  constructor(outcome: 'later' | 'signed-out') {
    super(outcome);
    this.outcome = outcome;
  }
}

/** Thrown when the service refuses a change. */
class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Sends the changes that wait on this phone, oldest first, if the person who made them is signed in. Each is
 * made once, however often it is sent. What the service refuses stays, with its error, and holds back later
 * changes of the stop.
 */
export function sendWaiting(): Promise<Sending> {
  if (!('locks' in navigator)) return sendAlone();
  return navigator.locks.request(LOCK, sendAlone);
}

async function sendAlone(): Promise<Sending> {
  const store = await openStore();
  const all = inOrder(await store.getAll('waiting'));
  if (all.every(({ refusal, sentAt }) => refusal ?? sentAt)) return 'nothing';
  try {
    const { personId, skewMs } = await whoSends();
    const held = new Set<string>();
    let sent = 0;
    for (const waiting of all.filter((each) => each.personId === personId && each.sentAt === undefined)) {
      const isHeld = waiting.refusal !== undefined || held.has(waiting.stopId);
      if (isHeld || !(await send(store, waiting, skewMs))) held.add(waiting.stopId);
      else sent++;
    }
    return sent > 0 ? 'sent' : 'nothing';
  } catch (error) {
    // Everything else is a network that failed, or a proxy that responded.
    return error instanceof Stopped ? error.outcome : 'later';
  } finally {
    say();
  }
}

async function whoSends(): Promise<{ personId: string; skewMs: number }> {
  const posted = await post<{ session: { person: { id: string } } | null }>(bodyOf(WhoSendsDocument, {}));
  if (isBusy(posted) || posted.error) throw new Stopped('later');
  const personId = posted.data?.session?.person.id;
  if (personId === undefined) throw new Stopped('signed-out');
  return { personId, skewMs: posted.skewMs };
}

/** Sends a change, and returns whether it was accepted. */
async function send(store: Store, waiting: Waiting, skewMs: number): Promise<boolean> {
  try {
    const body = waiting.body ?? (await prepare(store, waiting, skewMs));
    await request(waiting, body);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await refuse(store, waiting, error.refusal);
    return false;
  }
  await finish(store, waiting);
  return true;
}

/** Uploads the photos of a change, and keeps the body of its request. */
async function prepare(store: Store, waiting: Waiting, skewMs: number): Promise<string> {
  const { change, stopId } = waiting;
  // The clock can have been put right, or set wrong, since it was compared. Nothing is dated after now.
  const now = Date.now() + skewMs;
  const moments = [waiting.skewMs ?? skewMs, skewMs].map(
    (ms) => waiting.at + (Math.abs(ms) > SKEW_MS ? ms : 0),
  );
  const moment = moments.find((each) => each <= now + SKEW_MS) ?? now;
  const at = new Date(Math.min(moment, now)).toISOString();
  let body: string;
  if (change.kind === 'receipt') {
    const photos: string[] = [];
    for (const id of change.photos) photos.push(...(await upload(store, waiting, id, at)));
    body = bodyOf(ConfirmStopDocument, { id: stopId, input: { ...change.input, at, photos } });
  } else {
    const variables = { id: stopId, at };
    body =
      change.kind === 'dispatch'
        ? bodyOf(DispatchStopDocument, variables)
        : bodyOf(CompleteStopDocument, variables);
  }
  await store.put('waiting', { ...waiting, body });
  return body;
}

/** Uploads a photo unless it was before, and returns its number; none if the browser has deleted it. */
async function upload(
  store: Store,
  { stopId, personId }: Waiting,
  id: string,
  at: string,
): Promise<string[]> {
  const photo = await store.get('photos', id);
  if (!photo) return [];
  if (photo.uploadedId !== undefined) return [photo.uploadedId];
  const response = await fetch(`/photos?${new URLSearchParams({ delivery: stopId, at })}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'image/jpeg', [SHOWN_PERSON]: personId },
    body: photo.content,
    signal: AbortSignal.timeout(UPLOAD_MS),
  });
  if (isBusy(response)) throw new Stopped('later');
  const { data, error } = (await response.json()) as { data?: { id: number }; error?: Refusal };
  if (error?.code === 'unauthorized') throw new Stopped('signed-out');
  if (error) throw new Refused(error);
  const uploadedId = String(data!.id);
  await store.put('photos', { ...photo, uploadedId });
  return [uploadedId];
}

async function request(waiting: Waiting, body: string): Promise<void> {
  const { personId, key } = waiting;
  const keyed = await post(body, { personId, key });
  // A service that cannot store responses takes no keys; nothing was changed then.
  const isWithoutKeys =
    keyed.error?.field === 'Idempotency-Key' && keyed.error.code !== 'idempotency_conflict';
  const posted = isWithoutKeys ? await post(body, { personId }) : keyed;
  if (isBusy(posted)) throw new Stopped('later');
  const { error } = posted;
  if (!error) return;
  if (error.code === 'unauthorized') throw new Stopped('signed-out');
  const isConflict = error.code === 'idempotency_conflict';
  // The response can have been lost so long ago that the service has forgotten the key.
  if ((isConflict || error.code === 'invalid_transition') && (await isDone(waiting, body))) return;
  // The first request is still running.
  if (isConflict) throw new Stopped('later');
  throw new Refused(error);
}

/**
 * Returns whether the stop is as the change would leave it. A receipt that somebody else has recorded is
 * another one.
 */
async function isDone({ stopId, personId, change }: Waiting, body: string): Promise<boolean> {
  const posted = await post<StopOutcomeQuery>(bodyOf(StopOutcomeDocument, { id: stopId }), { personId });
  const stop = posted.data?.stop;
  if (!stop) return false;
  if (change.kind === 'dispatch') return stop.status === 'IN_TRANSIT' || stop.status === 'COMPLETED';
  if (stop.status !== 'COMPLETED') return false;
  if (change.kind !== 'receipt') return true;
  const { input } = (JSON.parse(body) as { variables: ConfirmStopMutationVariables }).variables;
  return (
    stop.receivedBy === change.input.receivedBy.trim() &&
    Date.parse(stop.receivedAt ?? '') === Date.parse(input.at!)
  );
}

/**
 * Keeps the error of a change. Its photos are uploaded again, because the service deletes those that nothing
 * names.
 */
async function refuse(store: Store, waiting: Waiting, refusal: Refusal): Promise<void> {
  const { body: _, ...kept } = waiting;
  const ids = waiting.change.kind === 'receipt' ? waiting.change.photos : [];
  for (const id of ids) {
    const { uploadedId, ...photo } = (await store.get('photos', id)) ?? {};
    if (uploadedId !== undefined) await store.put('photos', photo as never);
  }
  // It names photos that were deleted because they had waited for a day.
  const isStale = ids.length > 0 && refusal.code === 'not_found' && (refusal.field ?? '').includes('photos');
  await store.put('waiting', isStale ? kept : { ...kept, refusal });
  if (isStale) throw new Stopped('later');
}

/** Notes that a change was sent, and deletes what nobody needs any more. */
async function finish(store: Store, { key, personId, stopId, at, order, change }: Waiting): Promise<void> {
  const tx = store.transaction(['waiting', 'photos'], 'readwrite');
  const sent: Waiting = { key, personId, stopId, at, ...(order && { order }), change, sentAt: Date.now() };
  if (change.kind === 'receipt') {
    const { signature: _, ...input } = change.input;
    sent.change = { ...change, input, photos: [], draft: {} };
    for (const id of change.photos) void tx.objectStore('photos').delete(id);
  }
  void tx.objectStore('waiting').put(sent);
  await tx.done;
}
