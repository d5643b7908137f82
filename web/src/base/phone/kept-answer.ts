import { MAX_AGE_MS } from './limits.ts';
import { openStore } from './store.ts';

/** The data that this phone keeps in place of a response. */
export interface Kept {
  data: object;
  /** When the data was read. */
  readAt: number;
}

/**
 * Returns what this phone keeps in place of the response to a query of a driver's pages; undefined if it
 * keeps nothing, or if that is too old.
 *
 * @param personId who is signed in; undefined while the page loads, when it is asked for the session
 */
export async function keptAnswer(body: string, personId: string | undefined): Promise<Kept | undefined> {
  const { operationName, variables } = JSON.parse(body) as {
    operationName?: string;
    variables?: { date?: string; id?: string };
  };
  const kept = await read(operationName, variables ?? {}, personId);
  return kept && kept.readAt > Date.now() - MAX_AGE_MS ? kept : undefined;
}

async function read(
  operationName: string | undefined,
  { date = '', id }: { date?: string; id?: string },
  personId: string | undefined,
): Promise<Kept | undefined> {
  const store = await openStore();
  if (operationName === 'CurrentSession') {
    const [session] = await store.getAll('sessions');
    return session && (personId ?? session.personId) === session.personId ? session : undefined;
  }
  if (personId === undefined) return undefined;
  if (operationName === 'StopsPage') {
    const day = await store.get('days', [personId, date]);
    return day && { data: { stops: day.stops, tours: day.tours ?? [] }, readAt: day.readAt };
  }
  if (operationName !== 'StopPage') return undefined;
  for (const day of await store.getAll('days')) {
    if (day.personId !== personId) continue;
    const gone = day.news?.gone.map(({ stop }) => stop) ?? [];
    const stop = [...day.stops, ...gone].find((each) => each.id === id);
    if (stop) return { data: { stop, containerTypes: day.crateTypes ?? [] }, readAt: day.readAt };
  }
  return undefined;
}
