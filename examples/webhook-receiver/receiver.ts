import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const { PORT = '4000', WEBHOOK_SECRET } = process.env;
if (!WEBHOOK_SECRET) {
  console.error('Set WEBHOOK_SECRET to the secret that was shown when the webhook was created.');
  process.exit(1);
}
const webhook = new Webhook(WEBHOOK_SECRET);
/** Store these in your database instead, in the transaction that does the work. */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const headers = request.headers as Record<string, string>;
  try {
    // The signature covers the raw bytes, so verify it before parsing.
    webhook.verify(body, headers);
  } catch {
    return response.writeHead(401).end('the signature does not match');
  }
  const id = headers['webhook-id']!;
  console.log(seen.has(id) ? `${id} came again, nothing to do` : `${id} ${body.toString()}`);
  seen.add(id);
  // Respond at once, and do slow work afterwards.
  response.writeHead(204).end();
});

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Receiving at http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
