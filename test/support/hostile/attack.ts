import { expect } from 'vitest';
import { createAccount, createPerson, type TestAccount } from '../service/account.ts';
import type { Answer } from '../http/answer.ts';
import { openSession } from '../service/open-session.ts';
import {
  createMessage,
  createProduct,
  createReturn,
  createDelivery,
  createSentDelivery,
  createStandingOrder,
  createSupermarket,
  createWebhook,
  inDays,
} from '../records/records.ts';
import { fillTables } from '../records/full-account.ts';
import type { TestService } from '../service/service.ts';
import { tenantTables } from '../database/tables.ts';
import { sendRaw, type WireRequest } from '../http/wire.ts';

/** The maximum number of requests per account: later ones would find more used up by those before. */
const REQUESTS_PER_ACCOUNT = 250;
/** The requests until rate limits start anew: fewer than the changes that a person has a minute. */
const REQUESTS_COUNTED = 100;

/**
 * Sends a request for an account that owns one of everything, and holds the answer to the contract.
 * In a target `:product_id` stands for the id of its product, in a body `":product_id"` does.
 */
export type ExpectAnswer = (request: WireRequest, prepare?: Prepare) => Promise<Answer>;

/** Changes the account before the request. */
type Prepare = (account: TestAccount) => Promise<unknown>;

export interface Stage {
  account: TestAccount;
  ids: Record<string, number | string>;
  requests: number;
  /** Returns the credentials. */
  proof(): Promise<Record<string, string>>;
  /** The data of the account at the last check. */
  written: string;
}

/**
 * Attacks by account after account. `check` holds an answer to the form
 * of its door; that a refusal writes nothing is checked here. A session that was ended is opened again.
 */
export function attacksOn(
  service: TestService,
  check: (answer: Answer, method: string) => boolean,
  by: 'key' | 'session' = 'key',
): ExpectAnswer {
  let stage: Stage | undefined;
  return async (asked, prepare) => {
    if (!stage || stage.requests >= REQUESTS_PER_ACCOUNT) stage = await setStage(service, by);
    if (++stage.requests % REQUESTS_COUNTED === 0)
      await service.database.pool.query('DELETE FROM rate_limits');
    const { account, ids, proof } = stage;
    if (prepare) {
      await prepare(account);
      stage.written = await rowsOf(service, account);
    }
    const request = fill(asked, ids);
    const headers = { ...(await proof()), ...request.headers };
    const answer = await sendRaw(service.url, { ...request, headers });
    try {
      const isRefused = check(answer, request.method);
      const written = await rowsOf(service, account);
      if (isRefused) expect(written, 'a refused request wrote').toBe(stage.written);
      stage.written = written;
      // What was deleted cannot be attacked any more.
      if (!isRefused && request.method === 'DELETE') stage = undefined;
    } catch (error) {
      (error as Error).message += `\n${tell(request)}\nanswered: ${answer.text.slice(0, 500)}`;
      throw error;
    }
    return answer;
  };
}

/** Checks after all attacks that nothing alarming was logged, and no key. */
export function expectQuietLog({ logged }: TestService): void {
  const lines = logged().split('\n');
  expect(lines.filter((line) => !line.startsWith('{"level":30,')).join('\n')).toBe('');
  expect(lines.filter((line) => /prv_[0-9A-Za-z]{38}/.test(line))).toEqual([]);
}

function fill(request: WireRequest, ids: Record<string, number | string>): WireRequest {
  const { target, body } = request;
  return {
    ...request,
    target: target.replace(/:(\w+_id)/g, (match, name) => String(ids[name] ?? match)),
    body:
      typeof body === 'string'
        ? body.replace(/":(\w+_id)"/g, (match, name) => JSON.stringify(ids[name]) ?? match)
        : body,
  };
}

function tell({ method, target, headers, body }: WireRequest): string {
  const text = typeof body === 'string' ? body.slice(0, 300) : '';
  return `${method} ${target.slice(0, 300)} ${JSON.stringify(headers)?.slice(0, 300)}\n${text}`;
}

/** Creates an account with one of everything, and a delivery in each state. */
export async function setStage(service: TestService, by: 'key' | 'session'): Promise<Stage> {
  const account = await createAccount(service);
  const { id, database } = account;
  const supermarket = await createSupermarket(account);
  const place = { supermarket_id: supermarket.id, subchain_id: supermarket.branches[0].id };
  const { id: product_id } = await createProduct(account);
  const pieces = (quantity: number) => ({ ...place, products: [{ product_id, quantity }] });
  const delivery = await createSentDelivery(account, pieces(1_000_000));
  const arriving = await createSentDelivery(account, pieces(10));
  const received = await createSentDelivery(account, pieces(10));
  const disputed = await createSentDelivery(account, pieces(10));
  const short = await createSentDelivery(account, pieces(10));
  const back = await createReturn(account, { delivery_id: delivery.id, product_id });
  const pending = await createDelivery(account, pieces(1));
  const completed = await createSentDelivery(account, pieces(1));
  await account.call('PATCH', `/deliveries/${completed.id}`, { body: { status: 'completed' } });
  const standing = { ...place, lines: [{ product_id, quantity: 1 }] };
  const order = await createStandingOrder(account, standing);
  const skipped = await createStandingOrder(account, standing);
  const ending = await createStandingOrder(account, standing);
  const toured = await createDelivery(account, { ...pieces(1), delivery_date: inDays(7) });
  const webhook = await createWebhook(account);
  const session = await openSession(service, account);
  await database.prisma.$executeRaw`
    WITH receipt AS (
      INSERT INTO receipts (account_id, delivery_id, received_at, received_by, recorded_by)
      SELECT ${id}, id, now(), 'Ada', 'link' FROM unnest(${[disputed.id, received.id]}::bigint[]) AS id
    ), checked AS (
      INSERT INTO receipts (account_id, delivery_id, received_at, received_by, recorded_by, state)
      VALUES (${id}, ${BigInt(short.id)}, now(), 'Ada', 'session', 'confirmed')
    ), link AS (
      INSERT INTO receipt_links (account_id, token_hash, delivery_id, expires_at)
      SELECT ${id}, sha256(convert_to(${account.key} || id, 'UTF8')), id, now() + interval '1 day'
      FROM unnest(${[disputed.id, delivery.id]}::bigint[]) AS id
    ), alerts AS (
      INSERT INTO alert_settings (account_id, url, secret) VALUES (${id}, 'https://receiver.example/', 'whsec_')
    )
    INSERT INTO occurrences (account_id, standing_order_id, date, status)
    VALUES (${id}, ${BigInt(skipped.id)}, ${inDays(7)}::date, 'skipped')`;
  await database.prisma.$executeRaw`
    INSERT INTO receipt_disputes (account_id, delivery_id, product_id, received, reason)
    SELECT account_id, delivery_id, ${BigInt(product_id)}, 8, 'missing' FROM receipts
    WHERE account_id = ${id} AND recorded_by = 'link'`;
  const views = await database.prisma.$queryRaw<{ id: bigint; name: string }[]>`
    INSERT INTO saved_views (account_id, person_id, list, name, search)
    SELECT account_id, CASE WHEN view = 'own' THEN id END, 'deliveries', view, 'late=true'
    FROM people, unnest(ARRAY['own', 'shared']) AS view WHERE account_id = ${id} RETURNING id, name`;
  const viewOf = (name: string) => String(views.find((view) => view.name === name)!.id);
  await fillTables(account, ['container_types', 'invitations', 'logos', 'withdrawals', 'withdrawal_notices']);
  const {
    rows: [made],
  } = await database.pool.query(
    `SELECT notice.id AS withdrawal_notice_id, notice.id AS notice_id, withdrawal_id, invitations.id AS invitation_id,
            dispute.id AS dispute_id, container.id AS container_type_id
     FROM withdrawal_notices notice JOIN container_types container USING (account_id) JOIN invitations USING (account_id) JOIN receipt_disputes dispute USING (account_id)
     WHERE account_id = $1 AND delivery_id = $2`,
    [id, disputed.id],
  );
  const tour = await createTour(account, toured.id, place.subchain_id);
  const ids = {
    ...place,
    ...made,
    branch_id: place.subchain_id,
    session_id: String(session.id),
    person_id: await createPerson(account),
    api_key_id: String((await account.issue(['products:read'])).id),
    product_id,
    delivery_id: delivery.id,
    pending_id: pending.id,
    arriving_id: arriving.id,
    received_id: received.id,
    disputed_id: disputed.id,
    checked_id: short.id,
    completed_id: completed.id,
    toured_id: toured.id,
    ...tour,
    standing_order_id: order.id,
    skipped_order_id: skipped.id,
    ending_order_id: ending.id,
    return_id: back.id,
    import_id: await createImport(account),
    cancelled_import_id: await createImport(account),
    saved_view_id: viewOf('own'),
    shared_view_id: viewOf('shared'),
    webhook_id: webhook.id,
    message_id: await createMessage(account, webhook.id),
  };
  const key = { Authorization: `Bearer ${account.key}` };
  const proof = async () => (by === 'key' ? key : session.proof());
  return { account, ids, requests: 0, proof, written: await rowsOf(service, account) };
}

/** Creates a tour with a stop, and a template with a branch. @returns their ids, and that of the driver */
async function createTour({ id, email, database }: TestAccount, deliveryId: number, branchId: number) {
  const { rows } = await database.pool.query<{
    tour_id: string;
    tour_template_id: string;
    driver_id: string;
  }>(
    `WITH driver AS (
       INSERT INTO people (account_id, email, name, role, password_hash)
       VALUES ($1, 'driver-of-' || $2, 'Ann', 'driver', '!') RETURNING id
     ), template AS (
       INSERT INTO tour_templates (account_id, name, weekdays) VALUES ($1, 'North', '{monday}') RETURNING id
     ), branch AS (
       INSERT INTO tour_template_branches (account_id, template_id, place, branch_id)
       SELECT $1, id, 1, $4 FROM template
     ), tour AS (
       INSERT INTO tours (account_id, date, name) SELECT $1, delivery_date, 'North' FROM deliveries
       WHERE account_id = $1 AND id = $3 RETURNING id
     ), stop AS (
       INSERT INTO tour_stops (account_id, delivery_id, tour_id, place) SELECT $1, $3, id, 1 FROM tour
     )
     SELECT tour.id AS tour_id, template.id AS tour_template_id, driver.id AS driver_id FROM tour, template, driver`,
    [id, email, deliveryId, branchId],
  );
  return rows[0]!;
}

/** Uploads a file, which has a preview then. @returns its id */
async function createImport({ call }: TestAccount): Promise<number> {
  const raw = 'reference,name,weight,price,category\nA-1,Apple,1,1,fruit\n';
  return (await call('POST', '//import/products', { raw })).json.data.id;
}

// Opening a session for a request restores the password of its person.
const USAGE = new Set([
  'api_keys',
  'audit_counts',
  'audit_entries',
  'people',
  'request_counts',
  'request_failures',
  'requests',
  'sessions',
]);
let tables: string[] | undefined;

/**
 * Returns what every write to rows of the account changes, except those about its usage: a new row and a new
 * version of one have the id of the latest transaction, and a deleted row is missing in the count.
 */
async function rowsOf({ database }: TestService, { id }: TestAccount): Promise<string> {
  tables ??= (await tenantTables(database.pool)).filter((table) => !USAGE.has(table));
  const rows = tables.map((table) => `SELECT xmin::text::bigint AS id FROM ${table} WHERE account_id = $1`);
  const { rows: written } = await database.pool.query({
    name: 'rows-of',
    text: `SELECT concat(count(*), ' ', max(id)) AS state FROM (${rows.join(' UNION ALL ')}) AS versions`,
    values: [id],
  });
  return written[0].state;
}
