import { cacheExchange, Client, fetchExchange } from 'urql';
import { fetchOrKept } from './reach.ts';

/** Creates the GraphQL client; requests carry the session cookie. */
export function createClient(): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    fetch: fetchOrKept,
    fetchOptions: { credentials: 'same-origin' },
    exchanges: [cacheExchange, fetchExchange],
    requestPolicy: 'cache-and-network',
  });
}
