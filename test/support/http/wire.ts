import { Agent, type IncomingMessage, request as send } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { type Answer, answerOf } from './answer.ts';

export interface WireRequest {
  method: string;
  /** The request target as sent, without normalization. */
  target: string;
  headers?: Record<string, string | string[]>;
  /** Sent with its length, or in chunks if it is a list. */
  body?: string | Buffer | Buffer[];
}

const DECODE: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/** Sends requests that fetch would normalize or refuse. */
export function sendRaw(url: string, wanted: WireRequest): Promise<Answer> {
  const { method, target: path, headers = {}, body } = wanted;
  const { hostname, port } = new URL(url);
  const length =
    body === undefined || Array.isArray(body) ? {} : { 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = { agent, hostname, port, method, path, headers: { ...length, ...headers } };
    const request = send(options, (response) => toAnswer(response).then(resolve, reject));
    request.on('error', (failure: NodeJS.ErrnoException) => {
      // The server may close an idle connection at the moment when it is reused.
      const isStale = request.reusedSocket && failure.code === 'ECONNRESET';
      if (isStale) sendRaw(url, wanted).then(resolve, reject);
      else reject(failure);
    });
    if (Array.isArray(body)) for (const chunk of body) request.write(chunk);
    request.end(Array.isArray(body) ? undefined : body);
  });
}

async function toAnswer(response: IncomingMessage): Promise<Answer> {
  const bytes = Buffer.concat(await response.toArray());
  const decode = DECODE[response.headers['content-encoding'] ?? ''];
  const text = (bytes.length > 0 && decode ? decode(bytes) : bytes).toString();
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
  return answerOf(response.statusCode!, headers, text);
}
