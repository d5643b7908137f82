import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { headersOf, newDelivery, type Supplier } from './supplier.ts';

const TIMEOUT_MS = 15_000;
const PAUSE_MS = 100;

/** The kinds of writes, and how often each is chosen. */
const MIX = { delivery: 40, product: 15, update: 15, move: 20, return: 10 };
const MOVES = { in_transit: 'pending', completed: 'in_transit', cancelled: 'pending' } as const;

type Kind = keyof typeof MIX;
type Move = keyof typeof MOVES;

/** A write with a success response. */
export interface Acknowledged {
  kind: Kind;
  accountId: bigint;
  /** The id of the written record. */
  id: number;
  /** A unique text, stored in the record's notes, name or description. */
  mark: string;
  /** The new status, for a move. */
  status: Move | undefined;
}

export interface Load {
  acknowledged: Acknowledged[];
  /**
   * Moves refused as impossible after an attempt without a response: they happened without an
   * acknowledgement.
   */
  untold: number;
  /** Attempts without a response, or with a 5xx or 409, by result. */
  setbacks: Map<string, number>;
  /** When a client last received a success, in milliseconds since 1970. */
  lastAt: number;
}

export function createLoad(): Load {
  return { acknowledged: [], untold: 0, setbacks: new Map(), lastAt: 0 };
}

/** Makes `count` writes of a supplier in sequence. */
export async function write(url: string, supplier: Supplier, count: number, load: Load): Promise<void> {
  const writeOne = createWriter(supplier, load);
  for (let done = 0; done < count; done++) await writeOne(url);
}

/**
 * Returns a function that makes one more write, with an `Idempotency-Key`, repeated until a definite
 * response.
 */
export function createWriter(supplier: Supplier, load: Load): (url: string) => Promise<void> {
  const { accountId, productIds } = supplier;
  const deliveries: { id: number; status: 'pending' | Move; productId: number }[] = [];

  return async (url) => {
    const movable = deliveries.filter(({ status }) => status === 'pending' || status === 'in_transit');
    const sent = deliveries.filter(({ status }) => status === 'in_transit' || status === 'completed');
    const kind = choose({ move: movable.length > 0, return: sent.length > 0 });
    const mark = randomUUID();
    const send = (method: string, path: string, body: object, status?: Move) =>
      repeat(`${url}/api/v1${path}`, method, body, { kind, mark, status });
    if (kind === 'delivery') {
      const productId = pick(productIds);
      const products = [{ product_id: productId, quantity: 1_000 }];
      const id = await send('POST', '/deliveries', { ...newDelivery(supplier), products, notes: mark });
      deliveries.push({ id: id!, status: 'pending', productId });
    } else if (kind === 'product') {
      await send('POST', '/products', { name: mark, weight: 1, price: 1.5, category: 'dairy' });
    } else if (kind === 'update') {
      await send('PATCH', `/products/${pick(productIds)}`, { name: mark });
    } else if (kind === 'move') {
      const delivery = pick(movable);
      const status = pick((Object.keys(MOVES) as Move[]).filter((to) => MOVES[to] === delivery.status));
      await send('PATCH', `/deliveries/${delivery.id}`, { status }, status);
      delivery.status = status;
    } else {
      const { id, productId } = pick(sent);
      const line = { delivery_id: id, product_id: productId, quantity: 1 };
      const reason = { reason: 'damaged', return_date: '2026-01-01', description: mark };
      await send('POST', '/returns', { ...line, ...reason });
    }
  };

  /** Repeats a request until it succeeds. Returns the record's id, unless a move was never acknowledged. */
  async function repeat(
    url: string,
    method: string,
    body: object,
    { kind, mark, status }: Pick<Acknowledged, 'kind' | 'mark' | 'status'>,
  ): Promise<number | undefined> {
    const headers = { ...headersOf(supplier), 'Idempotency-Key': mark };
    const request = { method, headers, body: JSON.stringify(body) };
    for (let attempt = 1; ; attempt++) {
      const answer = await ask(url, request);
      if (answer.status === 200 || answer.status === 201) {
        const { id } = JSON.parse(answer.text).data as { id: number };
        load.acknowledged.push({ kind, accountId, id, mark, status });
        load.lastAt = Date.now();
        return id;
      }
      if (kind === 'move' && attempt > 1 && answer.text.includes('invalid_transition'))
        return void load.untold++;
      if (answer.status !== 0 && answer.status < 500 && answer.status !== 409 && answer.status !== 429)
        throw new Error(`${method} ${url} returned ${answer.status}: ${answer.text}`);
      const setback = answer.status === 0 ? 'no response' : String(answer.status);
      load.setbacks.set(setback, (load.setbacks.get(setback) ?? 0) + 1);
      await sleep(PAUSE_MS);
    }
  }
}

function choose(isPossible: { move: boolean; return: boolean }): Kind {
  let at = randomInt(100);
  const kind = (Object.keys(MIX) as Kind[]).find((name) => (at -= MIX[name]) < 0)!;
  return (kind === 'move' || kind === 'return') && !isPossible[kind] ? 'delivery' : kind;
}

/** Sends a request. Returns status 0 without a response. */
async function ask(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

function pick<T>(from: readonly T[]): T {
  return from[randomInt(from.length)]!;
}
