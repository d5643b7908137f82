/** What a curl command needs to know of a request. */
interface Sent {
  method: string;
  path: string;
  query: string | null;
}

/** Returns a curl command that repeats a request, with placeholders for what the log does not keep. */
export function curlOfRequest({ method, path, query }: Sent): string {
  const address = `${location.origin}${path}${query === null ? '' : `?${query}`}`;
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method);
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address)}`,
    '-H "Authorization: Bearer $KEY"',
    ...(hasBody ? [`-H 'Content-Type: application/json'`, `-d '{}'`] : []),
  ];
  return parts.join(' \\\n  ');
}

/** Returns a text as one word for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
