export const url = 'http://127.0.0.1:3000/graphql';
export const key = 'prv_…';

/** Sends a request. If the rate limit is exceeded, waits and retries once. */
export async function patientFetch(input, init) {
  const response = await fetch(input, init);
  const seconds = Number(response.headers.get('Retry-After'));
  if (response.status !== 429 || seconds > 60) return response;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return fetch(input, init);
}

/** Codes for invalid keys. */
export const KEY_REFUSED = ['unauthorized', 'api_key_expired'];
