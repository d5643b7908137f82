import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { relayStylePagination } from '@apollo/client/utilities';
import { key, KEY_REFUSED, patientFetch, url } from './provender.js';

const onRefusal = new ErrorLink(({ error }) => {
  if (!CombinedGraphQLErrors.is(error)) return;
  const isRefused = error.errors.some(({ extensions }) => KEY_REFUSED.includes(extensions?.code));
  if (isRefused) console.warn('Enter a valid API key.');
});

export const client = new ApolloClient({
  link: ApolloLink.from([
    onRefusal,
    new HttpLink({ uri: url, fetch: patientFetch, headers: { Authorization: `Bearer ${key}` } }),
  ]),
  cache: new InMemoryCache({
    typePolicies: {
      Query: { fields: { deliveries: relayStylePagination(['filter', 'orderBy']) } },
      DeliveryRank: { keyFields: false },
      ReturnRank: { keyFields: false },
    },
  }),
});
