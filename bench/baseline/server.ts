/**
 * The baseline: the most that this machine can serve on one process and one PostgreSQL server, while doing everything
 * that these requests require. No framework, GraphQL, ORM, log, metrics or extension: node:http and pg, three named
 * statements per request (key, counters, work), and JSON that PostgreSQL writes and Node passes on. Key and counters are
 * not cached, because revocations and limits take effect at once in every process, and the counters are not part of the
 * work, because their row would otherwise be locked during it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { authenticate, count, type Verdict } from './admission.ts';
import { answering, type Asked } from './graphql.ts';
import { faultIn, type NewDelivery } from './new-delivery.ts';
import * as statements from './statements.ts';

const BASE_PATH = '/api/v1';
const MAX_BYTES = 256 * 1_024;
const MAX_DEPTH = 100_000;
const GRAPHQL_SCOPES = ['deliveries:read', 'supermarkets:read', 'products:read', 'returns:read'];

// As many connections as the service has.
const connectionString = process.env.DATABASE_URL;
const pool = new Pool({ connectionString, max: 20 });
const counters = new Pool({ connectionString, max: 5, options: '-c synchronous_commit=off' });

interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

const server = createServer((request, response) => {
  respond(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    response.writeHead(500).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The baseline is ready on http://127.0.0.1:${port}\n`);
});

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [pathname, search] = request.url!.split('?', 2) as [string, string?];
  const holder = await authenticate(pool, request.headers.authorization, scopesOf(request, pathname));
  const subject = holder ? `account:${holder.account}` : `address:${request.socket.remoteAddress}`;
  const verdict = await count(counters, subject, holder?.plan ?? 'business');
  if (verdict.refused) return send(response, verdict, failure(429, 'rate_limited'));
  if (!holder) return send(response, verdict, failure(401, 'unauthorized'));
  if (!holder.may) return send(response, verdict, failure(403, 'insufficient_scope'));
  send(response, verdict, await answer(request, pathname, new URLSearchParams(search), holder.account));
}

function scopesOf({ method }: IncomingMessage, path: string): string[] {
  if (path === '/graphql') return GRAPHQL_SCOPES;
  const resource = path.startsWith('/products', BASE_PATH.length) ? 'products' : 'deliveries';
  return [`${resource}:${method === 'GET' ? 'read' : 'write'}`];
}

async function answer(request: IncomingMessage, path: string, query: URLSearchParams, account: string) {
  const isList = path === `${BASE_PATH}/deliveries`;
  if (path === '/graphql') return answerGraphQL(request, account);
  if (request.method === 'POST' && isList) return createDelivery(request, account);
  if (request.method !== 'GET') return failure(405, 'method_not_allowed');
  const [status, from, to] = ['status', 'date_from', 'date_to'].map((name) => query.get(name));
  if (isList && from && to) return list(account, query, statements.DELIVERIES_BY_DATE, [from, to]);
  if (isList && status) return list(account, query, statements.DELIVERIES_BY_STATUS, [status]);
  if (isList) return list(account, query, statements.DELIVERIES, []);
  if (path === `${BASE_PATH}/products`) {
    const search = query.get('search')?.replace(/[\\%_]/g, '\\$&');
    if (search === undefined) return list(account, query, statements.PRODUCTS, []);
    return list(account, query, statements.PRODUCTS_BY_SEARCH, [`%${search}%`]);
  }
  const [, id] = /^\/api\/v1\/deliveries\/([1-9]\d{0,15})$/.exec(path) ?? [];
  if (id === undefined) return failure(404, 'not_found');
  const { rows } = await pool.query({ ...statements.DELIVERY, values: [account, id] });
  return rows[0] ? success(200, `"data":${rows[0].data}`) : failure(404, 'not_found');
}

type Statement = typeof statements.DELIVERIES;

async function list(account: string, query: URLSearchParams, statement: Statement, filters: string[]) {
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('per_page') ?? 20);
  const isPage = Number.isInteger(page) && page >= 1 && Number.isInteger(size) && size >= 1 && size <= 100;
  if (!isPage || page * size > MAX_DEPTH) return failure(400, 'validation_error', 'page');
  const offset = (page - 1) * size;
  const { rows } = await pool.query({ ...statement, values: [account, size, offset, ...filters] });
  const total = Number(rows[0].total);
  const pages = { total, total_pages: Math.ceil(total / size), has_more: offset + size < total };
  const pagination = JSON.stringify({ page, per_page: size, ...pages });
  return success(200, `"data":${rows[0].data},"pagination":${pagination}`);
}

async function answerGraphQL(request: IncomingMessage, account: string): Promise<Answer> {
  const { json, refusal } = await readBody(request);
  if (refusal) return refusal;
  const known = answering(json as Asked, account);
  if (!known) return failure(400, 'validation_error', 'query');
  const { rows } = await pool.query({ ...known.statement, values: known.values });
  return { status: 200, body: `{"data":${known.dataOf(rows[0])}}` };
}

async function createDelivery(request: IncomingMessage, account: string): Promise<Answer> {
  const { json, refusal } = await readBody(request);
  if (refusal) return refusal;
  const body = json as NewDelivery;
  const fault = faultIn(body);
  if (fault !== undefined) return failure(400, 'validation_error', fault);
  const { supermarket_id, subchain_id, products, delivery_date, notes } = body;
  const [ids, quantities] = [products.map((line) => line.product_id), products.map((line) => line.quantity)];
  const values = [
    account,
    supermarket_id,
    subchain_id,
    ids,
    quantities,
    delivery_date,
    notes?.trim() ?? null,
  ];
  const { rows } = await pool.query({ ...statements.CREATE_DELIVERY, values });
  if (!rows[0]) return failure(404, 'not_found');
  return success(201, `"data":${rows[0].data}`, { Location: `${BASE_PATH}/deliveries/${rows[0].id}` });
}

/** Reads a JSON body, or refuses it. */
async function readBody(request: IncomingMessage): Promise<{ json?: unknown; refusal?: Answer }> {
  const isJson = request.headers['content-type']?.startsWith('application/json');
  if (!isJson) return { refusal: failure(415, 'unsupported_media_type') };
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    if ((length += chunk.length) > MAX_BYTES) return { refusal: failure(413, 'payload_too_large') };
  }
  try {
    return { json: JSON.parse(Buffer.concat(chunks).toString()) };
  } catch {
    return { refusal: failure(400, 'invalid_json') };
  }
}

function success(status: number, members: string, headers?: Record<string, string>): Answer {
  return { status, body: `{"status":"success",${members}}`, headers };
}

function failure(status: number, code: string, field: string | null = null): Answer {
  const error = { code, message: code.replaceAll('_', ' '), field, problem: code, values: null };
  return { status, body: JSON.stringify({ status: 'error', error }) };
}

function send(response: ServerResponse, verdict: Verdict, { status, body, headers }: Answer): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-RateLimit-Limit': verdict.limit,
    'X-RateLimit-Remaining': verdict.remaining,
    'X-RateLimit-Reset': verdict.reset,
    ...headers,
  });
  response.end(body);
}
