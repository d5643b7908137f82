/**
 * The limit: the most that this machine can serve on one process and one PostgreSQL server, while doing everything
 * that these requests require. No framework, GraphQL, ORM, log, metrics or extension: node:http and pg, three named
 * statements per request (key, counters, work), and JSON that PostgreSQL writes and Node passes on. Any further saving
 * would break a rule: key and counters must not be cached, because revocations and limits take effect at once in every
 * process, and the counters stay a separate statement because their row would otherwise be locked during the work.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { authenticate, count, type Verdict } from './limit/admission.ts';
import { readBody } from './limit/body.ts';
import { answering, type Asked } from './limit/graphql.ts';
import { faultIn, type NewDelivery } from './limit/new-delivery.ts';
import {
  CREATE_DELIVERY,
  DELIVERIES,
  DELIVERIES_BY_DATE,
  DELIVERIES_BY_STATUS,
  DELIVERY,
  PRODUCTS,
  PRODUCTS_BY_SEARCH,
} from './limit/statements.ts';

const BASE_PATH = '/api/v1';
const MAX_DEPTH = 100_000;
const GRAPHQL_SCOPES = ['deliveries:read', 'supermarkets:read', 'products:read', 'returns:read'];

// As many connections as the service has.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const counters = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 5,
  options: '-c synchronous_commit=off',
});

interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    response.writeHead(500).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`The limit is ready on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url!;
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  const holder = await authenticate(pool, request.headers.authorization, scopesOf(request, path));
  const subject = holder ? `account:${holder.account}` : `address:${request.socket.remoteAddress}`;
  const verdict = await count(counters, subject, holder?.plan ?? 'business');
  if (verdict.refused) return send(response, verdict, failure(429, 'rate_limited'));
  if (!holder) return send(response, verdict, failure(401, 'unauthorized'));
  if (!holder.may) return send(response, verdict, failure(403, 'insufficient_scope'));

  const query = new URLSearchParams(queryAt === -1 ? '' : url.slice(queryAt));
  send(response, verdict, await work(request, path, query, holder.account));
}

function scopesOf({ method }: IncomingMessage, path: string): string[] {
  if (path === '/graphql') return GRAPHQL_SCOPES;
  const resource = path.startsWith('/products', BASE_PATH.length) ? 'products' : 'deliveries';
  return [`${resource}:${method === 'GET' ? 'read' : 'write'}`];
}

function work(
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
  account: string,
): Answer | Promise<Answer> {
  const isList = path === `${BASE_PATH}/deliveries`;
  if (path === '/graphql') return answerGraphQL(request, account);
  if (request.method === 'POST' && isList) return createDelivery(request, account);
  if (request.method !== 'GET') return failure(405, 'method_not_allowed');
  if (isList) return listDeliveries(account, query);
  if (path === `${BASE_PATH}/products`) return listProducts(account, query);
  const [, id] = /^\/api\/v1\/deliveries\/([1-9]\d{0,15})$/.exec(path) ?? [];
  return id === undefined ? failure(404, 'not_found') : readDelivery(account, id);
}

async function readDelivery(account: string, id: string): Promise<Answer> {
  const { rows } = await pool.query({ ...DELIVERY, values: [account, id] });
  const [row] = rows;
  return row ? success(200, `"data":${row.data}`) : failure(404, 'not_found');
}

function listDeliveries(account: string, query: URLSearchParams): Promise<Answer> {
  const [status, from, to] = ['status', 'date_from', 'date_to'].map((name) => query.get(name));
  if (from && to) return list(account, query, DELIVERIES_BY_DATE, [from, to]);
  return status ? list(account, query, DELIVERIES_BY_STATUS, [status]) : list(account, query, DELIVERIES, []);
}

function listProducts(account: string, query: URLSearchParams): Promise<Answer> {
  const search = query.get('search');
  if (!search) return list(account, query, PRODUCTS, []);
  return list(account, query, PRODUCTS_BY_SEARCH, [`%${search.replace(/[\\%_]/g, '\\$&')}%`]);
}

async function list(
  account: string,
  query: URLSearchParams,
  statement: typeof DELIVERIES,
  filters: string[],
): Promise<Answer> {
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('per_page') ?? 20);
  const isPage = Number.isInteger(page) && page >= 1 && Number.isInteger(size) && size >= 1 && size <= 100;
  if (!isPage || page * size > MAX_DEPTH) return failure(400, 'validation_error', 'page');
  const offset = (page - 1) * size;
  const { rows } = await pool.query({ ...statement, values: [account, size, offset, ...filters] });
  const total = Number(rows[0].total);
  const pagination = {
    page,
    per_page: size,
    total,
    total_pages: Math.ceil(total / size),
    has_more: offset + size < total,
  };
  return success(200, `"data":${rows[0].data},"pagination":${JSON.stringify(pagination)}`);
}

async function answerGraphQL(request: IncomingMessage, account: string): Promise<Answer> {
  const { body, refusal } = await readBody(request);
  if (refusal) return failure(...refusal);
  const known = answering(body as Asked, account);
  if (!known) return failure(400, 'validation_error', 'query');
  const { rows } = await pool.query({ ...known.statement, values: known.values });
  return { status: 200, body: `{"data":${known.dataOf(rows[0])}}` };
}

async function createDelivery(request: IncomingMessage, account: string): Promise<Answer> {
  const read = await readBody(request);
  if (read.refusal) return failure(...read.refusal);
  const body = read.body as NewDelivery;
  const fault = faultIn(body);
  if (fault !== undefined) return failure(400, 'validation_error', fault);
  const values = [
    account,
    body.supermarket_id,
    body.subchain_id,
    body.products.map((line) => line.product_id),
    body.products.map((line) => line.quantity),
    body.delivery_date,
    body.notes?.trim() ?? null,
  ];
  const { rows } = await pool.query({ ...CREATE_DELIVERY, values });
  const [row] = rows;
  if (!row) return failure(404, 'not_found');
  return success(201, `"data":${row.data}`, { Location: `${BASE_PATH}/deliveries/${row.id}` });
}

function success(status: number, members: string, headers?: Record<string, string>): Answer {
  return { status, body: `{"status":"success",${members}}`, headers };
}

function failure(status: number, code: string, field: string | null = null): Answer {
  return {
    status,
    body: JSON.stringify({ status: 'error', error: { code, message: code.replaceAll('_', ' '), field } }),
  };
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
