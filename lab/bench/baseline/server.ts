/**
 * The baseline: the most that this machine can serve on one process and one PostgreSQL server, while doing
 * everything that these requests require. No framework, GraphQL, ORM, log, metrics or extension: node:http
 * and pg, three named statements per request (key, counters, work), and JSON that PostgreSQL writes and Node
 * passes on. Key and counters are not cached, because revocations and limits take effect at once in every
 * process, and the counters are not part of the work, because their row would otherwise be locked during it.
 * Requests that no workload sends are not refused.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Pool } from 'pg';
import { authenticate, count, type Verdict } from './admission.ts';
import { answering, type Asked } from './graphql.ts';
import * as statements from './statements.ts';

const BASE_PATH = '/api/v1';
const GRAPHQL_SCOPES = ['deliveries:read', 'supermarkets:read', 'products:read', 'returns:read'];

// As many connections as the service has.
const connectionString = process.env.DATABASE_URL;
const pool = new Pool({ connectionString, max: 20 });
const counters = new Pool({ connectionString, max: 5, options: '-c synchronous_commit=off' });

interface NewDelivery {
  supermarket_id: number;
  subchain_id: number;
  products: { product_id: number; quantity: number }[];
  delivery_date: string;
  notes: string;
}

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
  if (path === '/graphql') return answerGraphQL((await json(request)) as Asked, account);
  if (request.method === 'POST') return createDelivery((await json(request)) as NewDelivery, account);
  const [status, from, to] = ['status', 'date_from', 'date_to'].map((name) => query.get(name));
  if (isList && from && to) return list(account, query, statements.DELIVERIES_BY_DATE, [from, to]);
  if (isList && status) return list(account, query, statements.DELIVERIES_BY_STATUS, [status]);
  if (isList) return list(account, query, statements.DELIVERIES, []);
  if (path === `${BASE_PATH}/products`) {
    const search = query.get('search')?.replace(/[\\%_]/g, '\\$&');
    if (search === undefined) return list(account, query, statements.PRODUCTS, []);
    return list(account, query, statements.PRODUCTS_BY_SEARCH, [`%${search}%`]);
  }
  const id = path.slice(`${BASE_PATH}/deliveries/`.length);
  const { rows } = await pool.query({ ...statements.DELIVERY, values: [account, id] });
  return rows[0] ? success(200, `"data":${rows[0].data}`) : failure(404, 'not_found');
}

type Statement = typeof statements.DELIVERIES;

async function list(account: string, query: URLSearchParams, statement: Statement, filters: string[]) {
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('per_page') ?? 20);
  const offset = (page - 1) * size;
  const { rows } = await pool.query({ ...statement, values: [account, size, offset, ...filters] });
  const total = Number(rows[0].total);
  const pages = { total, total_pages: Math.ceil(total / size), has_more: offset + size < total };
  const pagination = JSON.stringify({ page, per_page: size, ...pages });
  return success(200, `"data":${rows[0].data},"pagination":${pagination}`);
}

async function answerGraphQL(asked: Asked, account: string): Promise<Answer> {
  const { statement, values, dataOf } = answering(asked, account);
  const { rows } = await pool.query({ ...statement, values });
  return { status: 200, body: `{"data":${dataOf(rows[0])}}` };
}

async function createDelivery(delivery: NewDelivery, account: string): Promise<Answer> {
  const { supermarket_id, subchain_id, products, delivery_date, notes } = delivery;
  const [ids, quantities] = [products.map((line) => line.product_id), products.map((line) => line.quantity)];
  const values = [account, supermarket_id, subchain_id, ids, quantities, delivery_date, notes];
  const { rows } = await pool.query({ ...statements.CREATE_DELIVERY, values });
  if (!rows[0]) return failure(404, 'not_found');
  return success(201, `"data":${rows[0].data}`, { Location: `${BASE_PATH}/deliveries/${rows[0].id}` });
}

function success(status: number, members: string, headers?: Record<string, string>): Answer {
  return { status, body: `{"status":"success",${members}}`, headers };
}

function failure(status: number, code: string): Answer {
  const error = { code, message: code.replaceAll('_', ' '), field: null, problem: code, values: null };
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
