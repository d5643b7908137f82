import {
  type StopFactsFragment,
  type StopPageQuery,
  StopPageDocument,
  StopsOfDayDocument,
  type StopsOfDayQuery,
  StopsPageDocument,
  type StopsPageQuery,
} from '../../generated/operations.ts';
import { CurrentSessionDocument, type CurrentSessionQuery } from '../../generated/session-operations.ts';
import { newsOf } from './day-news.ts';
import { MAX_DAYS } from './limits.ts';
import { say } from './news.ts';
import { phoneOwner, setPhoneOwner } from './phone-owner.ts';
import { bodyOf, post } from './post.ts';
import { type Day, openStore } from './store.ts';

/** The time for which other pages can show older data. */
const SHOWN_MS = 60_000;

/**
 * Keeps the stops of a day on this phone, with all that their pages show, to be read without a network. Only
 * the last few days are kept, and nothing that somebody else has read.
 */
export async function keepDay(personId: string, date: string): Promise<void> {
  const askedAt = Date.now();
  const [session, day] = await Promise.all([
    post<CurrentSessionQuery>(bodyOf(CurrentSessionDocument, {})),
    readDay(personId, date),
  ]);
  // Somebody else has signed in meanwhile, in another tab.
  if (session.data?.session?.person.id !== personId || !day) return;
  const readAt = Date.now();
  const store = await openStore();
  setPhoneOwner(personId);
  const waiting = await store.getAll('waiting');
  const done = waiting.filter(({ change, sentAt }) => sentAt !== undefined && change.kind !== 'dispatch');
  const tx = store.transaction(['days', 'sessions'], 'readwrite');
  const [days, sessions] = [tx.objectStore('days'), tx.objectStore('sessions')];
  await sessions.clear();
  await sessions.put({ personId, readAt, skewMs: session.skewMs, data: session.data });
  const before = await days.get([personId, date]);
  const news = newsOf(before, { personId, ...day }, new Set(done.map(({ stopId }) => stopId)));
  await days.put({ personId, date, readAt, ...day, news });
  const all = (await days.getAll()).toSorted((one, other) => other.readAt - one.readAt);
  const kept = new Set(all.filter((day) => day.personId === personId).slice(0, MAX_DAYS));
  for (const day of all) if (!kept.has(day)) await days.delete([day.personId, day.date]);
  await tx.done;
  if (JSON.stringify(news) !== JSON.stringify(before?.news)) say();
  for (const { key, sentAt } of waiting)
    if (sentAt !== undefined && sentAt < askedAt - SHOWN_MS) await store.delete('waiting', key);
}

type FoundDay = Pick<Day, 'stops' | 'tours' | 'crateTypes'>;

async function readDay(personId: string, date: string): Promise<FoundDay | undefined> {
  const day = await post<StopsOfDayQuery>(bodyOf(StopsOfDayDocument, { date }), { personId });
  if (day.data) {
    const { stops, tours, containerTypes: crateTypes } = day.data;
    return { stops, tours, crateTypes };
  }
  // A day with very many lines is read stop by stop.
  if (day.error?.code !== 'validation_error') return undefined;
  const list = await post<StopsPageQuery>(bodyOf(StopsPageDocument, { date }), { personId });
  if (!list.data) return undefined;
  const stops: StopFactsFragment[] = [];
  let crateTypes: StopPageQuery['containerTypes'] = [];
  for (const { id } of list.data.stops) {
    const one = await post<StopPageQuery>(bodyOf(StopPageDocument, { id }), { personId });
    if (!one.data) return undefined;
    if (one.data.stop) stops.push(one.data.stop);
    crateTypes = one.data.containerTypes;
  }
  return { stops, tours: list.data.tours, crateTypes };
}

/** Notes that a driver has read the news of a day. */
export async function readNews(personId: string, date: string): Promise<void> {
  const store = await openStore();
  const tx = store.transaction('days', 'readwrite');
  const day = await tx.store.get([personId, date]);
  if (day?.news) {
    const gone = day.news.gone.map(({ stop }) => ({ stop, isRead: true }));
    await tx.store.put({ ...day, news: { added: [], gone } });
  }
  await tx.done;
  say();
}

/** Returns the days of somebody that this phone keeps. */
export async function daysOf(personId: string): Promise<Day[]> {
  const days = await (await openStore()).getAll('days');
  return days.filter((day) => day.personId === personId);
}

/**
 * Deletes the stops that this phone keeps, and who read them. What waits to be sent stays.
 *
 * @param exceptOf whose stops stay; they can be read at the same time
 */
export async function forgetDays(exceptOf?: string): Promise<void> {
  const store = await openStore();
  for (const { personId, date } of await store.getAll('days'))
    if (personId !== exceptOf) await store.delete('days', [personId, date]);
  for (const { personId } of await store.getAll('sessions'))
    if (personId !== exceptOf) await store.delete('sessions', personId);
  const waiting = await store.getAll('waiting');
  if (exceptOf !== undefined && phoneOwner() === exceptOf) return;
  setPhoneOwner(waiting.some(({ sentAt }) => sentAt === undefined) ? '' : null);
}
