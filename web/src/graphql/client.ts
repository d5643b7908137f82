import { cacheExchange, Client, fetchExchange } from 'urql';

/** Asks the service itself; the session's cookie goes along. */
export function createClient(): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    fetchOptions: { credentials: 'same-origin' },
    exchanges: [cacheExchange, fetchExchange],
    requestPolicy: 'cache-and-network',
  });
}
