import type { OutgoingMessage } from '../schema/webhook/outgoing-message.ts';
import type { Attempt, Result } from '../schema/webhook/record-attempts.ts';
import type { Demand } from '../schema/webhook/take-due.ts';

/** Callbacks of a subscription under way at a time; one while its last callback failed. */
const AT_A_TIME = 4;
/** A subscription that responds this fast has more messages in memory, so that its slots are never idle. */
const QUICK = { withinMs: 1_000, held: 24 };
/** Messages that are accepted at a time: to sign and connect for all at once would stop the process. */
const BURST = 48;
/** Messages in memory: per process, shared by its accounts; per account at most; and what an account always may. */
const HELD = { inAll: 1_024, most: 256, least: 8 };

interface Flow {
  waiting: OutgoingMessage[];
  underWay: number;
  held: Set<bigint>;
  isFailing: boolean;
  isQuick: boolean;
}

/** The messages of one account that are in memory: waiting, under way, or sent and not yet recorded. */
export interface Flows {
  /** Sends messages, as far as there is room. Of a subscription that fills its `demand` there may be more. */
  accept(messages: readonly OutgoingMessage[], demand?: Demand): void;
  /** Whether messages may be due that are not in memory, for want of room when they were seen last. */
  isShort: boolean;
  /** What there is room for: of each known subscription, of any other one, and in all. */
  demand(): Demand;
  hasRoom(): boolean;
  isEmpty(): boolean;
  isUnderWay(): boolean;
  /** Returns what was sent since the last call, in the order in which it ended. @throws what sending itself failed by */
  finished(): Result[];
  /** Forgets messages whose attempts are recorded. */
  forget(results: readonly Result[]): void;
  /** Drops what of a subscription was not sent yet. */
  drop(subscriptionId: bigint): void;
  /** Drops all that was not sent yet, and accepts nothing more. */
  close(): void;
}

/**
 * Sends an account's messages, of each subscription a few at a time.
 *
 * @param accounts counts those that share the process's bound
 * @param onEnd is called whenever a callback ended
 */
export function createFlows(
  sendMessage: (message: OutgoingMessage) => Promise<Attempt>,
  accounts: () => number,
  onEnd: () => void,
): Flows {
  const all = new Map<bigint, Flow>();
  let results: Result[] = [];
  let held = 0;
  let underWay = 0;
  let fault: unknown;
  let isClosed = false;

  function flowOf({ subscriptionId, isFailing }: OutgoingMessage): Flow {
    const known = all.get(subscriptionId);
    if (known) return known;
    const flow: Flow = { waiting: [], underWay: 0, held: new Set(), isFailing, isQuick: false };
    all.set(subscriptionId, flow);
    return flow;
  }

  function pump(flow: Flow): void {
    while (flow.underWay < (flow.isFailing ? 1 : AT_A_TIME) && flow.waiting.length > 0) {
      void send(flow, flow.waiting.shift()!);
    }
  }

  async function send(flow: Flow, message: OutgoingMessage): Promise<void> {
    flow.underWay += 1;
    underWay += 1;
    try {
      const attempt = await sendMessage(message);
      flow.isFailing = attempt.error !== null;
      flow.isQuick = attempt.durationMs <= QUICK.withinMs;
      results.push({ message, attempt });
    } catch (error) {
      fault ??= error;
    }
    flow.underWay -= 1;
    underWay -= 1;
    if (flow.isFailing) release(flow);
    pump(flow);
    onEnd();
  }

  function release(flow: Flow): void {
    for (const { id } of flow.waiting.splice(0)) {
      flow.held.delete(id);
      held -= 1;
      flows.isShort = true;
    }
  }

  function room(): number {
    const share = Math.min(HELD.most, Math.max(HELD.least, Math.floor(HELD.inAll / accounts())));
    return isClosed ? 0 : Math.min(BURST, Math.max(0, share - held));
  }

  const flows: Flows = {
    isShort: false,
    accept(messages, demand) {
      const counts = Map.groupBy(messages, ({ subscriptionId }) => subscriptionId);
      if (demand?.known.some(({ id, room }) => (counts.get(id)?.length ?? 0) >= room)) flows.isShort = true;
      for (const [id, { length }] of counts)
        if (demand && !all.has(id) && length >= demand.others) flows.isShort = true;
      let left = room();
      for (const message of messages) {
        const flow = flowOf(message);
        if (flow.held.has(message.id)) continue;
        if (left === 0 || flow.held.size >= capacityOf(flow)) {
          flows.isShort = true;
          continue;
        }
        left -= 1;
        flow.held.add(message.id);
        held += 1;
        flow.waiting.push(message);
        pump(flow);
      }
    },
    demand() {
      const known = Array.from(all, ([id, flow]) => {
        const free = capacityOf(flow) - flow.held.size;
        return { id, held: [...flow.held], room: free * 2 < capacityOf(flow) ? 0 : free };
      });
      return { known, others: AT_A_TIME, limit: room() };
    },
    hasRoom: () => room() > 0,
    isEmpty: () => held === 0,
    isUnderWay: () => underWay > 0,
    finished() {
      if (fault !== undefined) throw fault;
      const finished = results;
      results = [];
      return finished;
    },
    forget(recorded) {
      for (const { message } of recorded) {
        if (all.get(message.subscriptionId)?.held.delete(message.id)) held -= 1;
      }
    },
    drop(subscriptionId) {
      const flow = all.get(subscriptionId);
      if (flow) release(flow);
    },
    close() {
      isClosed = true;
      all.forEach(release);
    },
  };
  return flows;
}

function capacityOf({ isFailing, isQuick }: Flow): number {
  if (isFailing) return 1;
  return isQuick ? QUICK.held : AT_A_TIME;
}
