import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Supplier } from './supplier.ts';

const TIMEOUT_MS = 15_000;
const PAUSE_MS = 100;

/** The kinds of writes, and how often each is chosen. */
const MIX = { delivery: 40, product: 15, update: 15, move: 20, return: 10 };
const MOVES = { in_transit: 'pending', completed: 'in_transit', cancelled: 'pending' } as const;

/** A write with a success response. */
export interface Acknowledged {
  kind: keyof typeof MIX;
  accountId: bigint;
  /** The id of the written record. */
  id: number;
  /** A unique text, stored in the record's notes, name or description. */
  mark: string;
  /** The new status, for a move. */
  status?: keyof typeof MOVES;
}

export interface Load {
  acknowledged: Acknowledged[];
  /** Moves refused as impossible after an attempt without a response: they happened without an acknowledgement. */
  untold: number;
  /** Attempts without a response, or with a 5xx or 409, by result. */
  setbacks: Map<string, number>;
  /** When a client last received a success, in milliseconds since 1970. */
  lastAt: number;
}

interface Delivery {
  id: number;
  status: 'pending' | keyof typeof MOVES;
  productId: number;
}

export function createLoad(): Load {
  return { acknowledged: [], untold: 0, setbacks: new Map(), lastAt: 0 };
}

/** Runs one client: `count` writes in sequence, each repeated until it has a definite response. */
export async function write(url: string, supplier: Supplier, count: number, load: Load): Promise<void> {
  const deliveries: Delivery[] = [];
  for (let done = 0; done < count; done++) {
    const kind = choose(deliveries);
    await WRITES[kind](new Client(url, supplier, load, kind), deliveries);
  }
}

function choose(deliveries: Delivery[]): keyof typeof MIX {
  let at = randomInt(100);
  const kind = (Object.keys(MIX) as (keyof typeof MIX)[]).find((name) => (at -= MIX[name]) < 0)!;
  const isPossible = {
    move: deliveries.some(({ status }) => status === 'pending' || status === 'in_transit'),
    return: deliveries.some(({ status }) => status === 'in_transit' || status === 'completed'),
  };
  return kind === 'move' || kind === 'return' ? (isPossible[kind] ? kind : 'delivery') : kind;
}

const WRITES: Record<keyof typeof MIX, (client: Client, deliveries: Delivery[]) => Promise<void>> = {
  async delivery(client, deliveries) {
    const { supermarketId, branchId, productIds } = client.supplier;
    const productId = pick(productIds);
    const id = await client.send('POST', '/deliveries', {
      supermarket_id: supermarketId,
      subchain_id: branchId,
      products: [{ product_id: productId, quantity: 1_000 }],
      delivery_date: '2099-12-31',
      notes: client.mark,
    });
    deliveries.push({ id: id!, status: 'pending', productId });
  },
  async product(client) {
    await client.send('POST', '/products', { name: client.mark, weight: 1, price: 1.5, category: 'dairy' });
  },
  async update(client) {
    await client.send('PATCH', `/products/${pick(client.supplier.productIds)}`, { name: client.mark });
  },
  async move(client, deliveries) {
    const movable = deliveries.filter(({ status }) => status === 'pending' || status === 'in_transit');
    const delivery = pick(movable);
    const ways = (Object.keys(MOVES) as (keyof typeof MOVES)[]).filter((to) => MOVES[to] === delivery.status);
    const status = pick(ways);
    await client.send('PATCH', `/deliveries/${delivery.id}`, { status }, status);
    delivery.status = status;
  },
  async return(client, deliveries) {
    const sent = deliveries.filter(({ status }) => status === 'in_transit' || status === 'completed');
    const { id, productId } = pick(sent);
    await client.send('POST', '/returns', {
      delivery_id: id,
      product_id: productId,
      quantity: 1,
      reason: 'damaged',
      return_date: '2026-01-01',
      description: client.mark,
    });
  },
};

class Client {
  readonly mark = randomUUID();
  private readonly url: string;
  readonly supplier: Supplier;
  private readonly load: Load;
  private readonly kind: keyof typeof MIX;

  constructor(url: string, supplier: Supplier, load: Load, kind: keyof typeof MIX) {
    this.url = url;
    this.supplier = supplier;
    this.load = load;
    this.kind = kind;
  }

  /** Repeats the request until it succeeds. Returns the record's id, unless the move was never acknowledged. */
  async send(method: string, path: string, body: object, status?: keyof typeof MOVES) {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.attempt(method, path, body);
      if (answer.status === 200 || answer.status === 201) {
        const { id } = JSON.parse(answer.text).data as { id: number };
        const { kind, mark } = this;
        this.load.acknowledged.push({ kind, accountId: this.supplier.accountId, id, mark, status });
        this.load.lastAt = Date.now();
        return id;
      }
      const isUntold = this.kind === 'move' && attempt > 1 && answer.text.includes('invalid_transition');
      if (isUntold) return void this.load.untold++;
      if (answer.status !== 0 && answer.status < 500 && answer.status !== 409 && answer.status !== 429)
        throw new Error(`${method} ${path} returned ${answer.status}: ${answer.text}`);
      const setback = answer.status === 0 ? 'no response' : String(answer.status);
      this.load.setbacks.set(setback, (this.load.setbacks.get(setback) ?? 0) + 1);
      await sleep(PAUSE_MS);
    }
  }

  private async attempt(
    method: string,
    path: string,
    body: object,
  ): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(`${this.url}/api/v1${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${this.supplier.key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': this.mark,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return { status: 0, text: '' };
    }
  }
}

function pick<T>(from: readonly T[]): T {
  return from[randomInt(from.length)]!;
}
