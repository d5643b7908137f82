import type { Attempt } from '@provender/guarded-sender';
import type { Result } from '../schema/webhook/record-attempts.ts';
import { AHEAD, type OutgoingMessage, type Room } from '../schema/webhook/take-due.ts';

/** Concurrent callbacks of a subscription; one if its last callback failed, once that is recorded. */
const AT_A_TIME = 4;
/** An account's callbacks in progress: so many from the start, and one more at intervals while that is not enough. */
const WINDOW = { atFirst: 16, widensEveryMs: 40 };
/** A subscription that responds this fast has more messages in memory, so that its slots are never idle. */
const QUICK_MS = 1_000;
/** Messages in memory: per process, shared by its accounts; the maximum per account; and the minimum per account. */
const HELD = { inAll: 1_024, most: 256, least: 8 };

/** The queue of one subscription. */
interface Line {
  waiting: OutgoingMessage[];
  underWay: number;
  /** Messages that are waiting, being sent, or not yet recorded. */
  held: number;
  isFailing: boolean;
  isQuick: boolean;
}

/** The messages of one account that are in memory: waiting, being sent, or sent and not yet recorded. */
export interface Outbox {
  /** Queues messages to send, a few at a time per subscription. */
  add(messages: readonly OutgoingMessage[]): void;
  /** Returns the room that an account has while this number of accounts share the process. */
  room(accounts: number): Room;
  isEmpty(): boolean;
  /** Returns whether a subscription has reached its limit in memory, so that it may have more due messages. */
  isFull(): boolean;
  /** Returns the attempts that ended since the last call, in order. */
  ended(): Result[];
  hasEnded(): boolean;
  /** Forgets messages whose attempts are recorded. */
  forget(messages: readonly Result['message'][]): void;
  /** Drops messages that were not sent yet: of one subscription, or all. */
  drop(subscriptionId?: bigint): void;
  /** Resolves when no callback is running. */
  settled(): Promise<unknown>;
}

/** Creates an empty outbox, which calls `onEnd` whenever a callback ends. */
export function createOutbox(
  send: (message: OutgoingMessage) => Promise<Attempt>,
  onEnd: () => void,
): Outbox {
  const lines = new Map<bigint, Line>();
  const held = new Set<bigint>();
  const calls = new Set<Promise<void>>();
  /** Lines that may start another callback. */
  const ready = new Set<Line>();
  let underWay = 0;
  let window = WINDOW.atFirst;
  let timer: NodeJS.Timeout | undefined;
  let results: Result[] = [];

  function lineOf({ subscriptionId, isFailing }: OutgoingMessage): Line {
    const line = lines.get(subscriptionId) ?? {
      waiting: [],
      underWay: 0,
      held: 0,
      isFailing,
      isQuick: false,
    };
    lines.set(subscriptionId, line);
    return line;
  }

  /** Starts the callbacks that may start, of subscriptions in turn. */
  function pump(): void {
    for (const line of ready) {
      if (underWay >= window) return widen();
      ready.delete(line);
      if (line.waiting.length === 0 || !hasSlot(line)) continue;
      const call = sendOne(line, line.waiting.shift()!).finally(() => calls.delete(call));
      calls.add(call);
      ready.add(line);
    }
  }

  function widen(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      window += 1;
      pump();
    }, WINDOW.widensEveryMs);
  }

  async function sendOne(line: Line, message: OutgoingMessage): Promise<void> {
    line.underWay += 1;
    underWay += 1;
    const attempt = await send(message);
    line.underWay -= 1;
    underWay -= 1;
    line.isFailing = attempt.error !== null;
    line.isQuick = attempt.durationMs <= QUICK_MS;
    results.push({ message, attempt });
    if (line.isFailing) dropFrom(line);
    ready.add(line);
    pump();
    onEnd();
  }

  function dropFrom(line: Line): void {
    forget(line.waiting.splice(0));
  }

  function forget(messages: readonly Result['message'][]): void {
    for (const { id, subscriptionId } of messages) {
      held.delete(id);
      lines.get(subscriptionId)!.held -= 1;
    }
  }

  return {
    add(messages) {
      for (const message of messages) {
        const line = lineOf(message);
        held.add(message.id);
        line.held += 1;
        line.waiting.push(message);
        ready.add(line);
      }
      pump();
    },
    room(accounts) {
      const share = Math.min(HELD.most, Math.max(HELD.least, Math.floor(HELD.inAll / accounts)));
      return {
        held: [...held],
        quick: Array.from(lines).flatMap(([id, line]) => (line.isQuick ? [id] : [])),
        limit: Math.max(0, share - held.size),
      };
    },
    isEmpty: () => held.size === 0,
    isFull: () => lines.values().some((line) => line.held >= AHEAD[stateOf(line)]),
    ended: () => results.splice(0),
    hasEnded: () => results.length > 0,
    forget(messages) {
      forget(messages);
      // What was added to a failing subscription before its failure was recorded may have to wait for a pause.
      for (const { subscriptionId } of messages) {
        const line = lines.get(subscriptionId)!;
        if (line.isFailing) dropFrom(line);
      }
    },
    drop(subscriptionId) {
      for (const [id, line] of lines) if (id === (subscriptionId ?? id)) dropFrom(line);
    },
    settled: () => Promise.all(calls),
  };
}

function hasSlot({ isFailing, held, waiting, underWay }: Line): boolean {
  return isFailing ? held === waiting.length : underWay < AT_A_TIME;
}

function stateOf({ isFailing, isQuick }: Line): keyof typeof AHEAD {
  if (isFailing) return 'failing';
  return isQuick ? 'quick' : 'other';
}
