import { createClient } from 'graphql-sse';
import { key, url } from './provender.js';

let last;

export const client = createClient({
  url,
  headers: () => {
    const authorization = `Bearer ${key}`;
    return last ? { authorization, 'last-event-id': last } : { authorization };
  },
  on: { message: ({ data }) => (last = data?.data?.events.id ?? last) },
  retryAttempts: 20,
  retry: (attempts) => new Promise((resolve) => setTimeout(resolve, Math.min(1_000 * 2 ** attempts, 30_000))),
});

/** Yields new events until the loop over them ends. */
export async function* events() {
  const query = 'subscription { events { id type data } }';
  for await (const { data } of client.iterate({ query })) yield data.events;
}
