import { cacheExchange, Client, fetchExchange, mapExchange } from '@urql/core';
import { key, KEY_REFUSED, patientFetch, url } from './provender.js';

const onRefusal = mapExchange({
  onError({ graphQLErrors }) {
    const isRefused = graphQLErrors.some(({ extensions }) => KEY_REFUSED.includes(extensions.code));
    if (isRefused) console.warn('Enter a valid API key.');
  },
});

export const client = new Client({
  url,
  fetch: patientFetch,
  fetchOptions: { headers: { Authorization: `Bearer ${key}` } },
  preferGetMethod: false,
  exchanges: [cacheExchange, onRefusal, fetchExchange],
});
