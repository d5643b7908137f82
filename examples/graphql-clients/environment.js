import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import { key, patientFetch, url } from './provender.js';

async function send({ text: query }, variables) {
  const response = await patientFetch(url, {
    method: 'POST',
    headers: {
      Accept: 'application/graphql-response+json',
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

export const environment = new Environment({
  network: Network.create(send),
  store: new Store(new RecordSource()),
  getDataID: ({ nodeId }) => nodeId,
});
