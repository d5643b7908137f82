import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 256 * 1024;

/** The parsed body, or the status and code of the refusal. */
type Body = { body: unknown; refusal?: never } | { body?: never; refusal: [status: number, code: string] };

/** Reads a JSON body. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return { refusal: [415, 'unsupported_media_type'] };
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    if ((length += chunk.length) > MAX_BYTES) return { refusal: [413, 'payload_too_large'] };
  }
  try {
    return { body: JSON.parse(Buffer.concat(chunks).toString()) };
  } catch {
    return { refusal: [400, 'invalid_json'] };
  }
}
