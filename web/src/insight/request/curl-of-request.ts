/** The parts of a request that a curl command needs. */
interface Sent {
  method: string;
  path: string;
  query: string | null;
  body: string | null;
  bodyCut: boolean;
}

/** Returns a curl command that repeats a request, with placeholders for what the log does not keep. */
export function curlOfRequest({ method, path, query, body, bodyCut }: Sent): string {
  const address = `${location.origin}${path}${query === null ? '' : `?${query}`}`;
  const takesBody = !['GET', 'HEAD', 'DELETE'].includes(method);
  const hasBody = takesBody || body !== null;
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address)}`,
    '-H "Authorization: Bearer $KEY"',
    ...(path === '/mcp' ? [`-H 'Accept: application/json, text/event-stream'`] : []),
    ...(hasBody ? [`-H 'Content-Type: application/json'`] : []),
    // Unlike --data, this does not read a file when the text begins with @.
    ...(hasBody ? [body === null || bodyCut ? '--data @body.json' : `--data-raw ${quoted(body)}`] : []),
  ];
  return parts.join(' \\\n  ');
}

/** Returns a text as one word for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
