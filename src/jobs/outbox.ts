import type { Attempt } from '@provender/guarded-sender';
import type { Result } from '../schema/webhook/record-attempts.ts';
import { AHEAD, type OutgoingMessage, type Room } from '../schema/webhook/take-due.ts';

/** Callbacks of a subscription under way at a time; one while its last callback failed. */
const AT_A_TIME = 4;
/** A subscription that responds this fast has more messages in memory, so that its slots are never idle. */
const QUICK_MS = 1_000;
/** Messages that are added at a time: to sign and connect for all at once would stop the process. */
const BURST = 48;
/** Messages in memory: per process, shared by its accounts; per account at most; and what an account always may. */
const HELD = { inAll: 1_024, most: 256, least: 8 };

/** The messages of one subscription. */
interface Line {
  waiting: OutgoingMessage[];
  underWay: number;
  /** Those that wait, are under way or are not recorded yet. */
  held: number;
  isFailing: boolean;
  isQuick: boolean;
}

/** The messages of one account that are in memory: waiting, under way, or sent and not yet recorded. */
export interface Outbox {
  /** Sends messages, of each subscription a few at a time. */
  add(messages: readonly OutgoingMessage[]): void;
  /** What there is room for while so many accounts share the process. */
  room(accounts: number): Room;
  isEmpty(): boolean;
  /** Whether some subscription has as many messages in memory as it may: there may be more of it. */
  isFull(): boolean;
  /** Returns what was sent since the last call, in the order in which it ended. */
  ended(): Result[];
  /** Forgets messages whose attempts are recorded. */
  forget(messages: readonly Result['message'][]): void;
  /** Drops what was not sent yet: of one subscription, or all. */
  drop(subscriptionId?: bigint): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<unknown>;
}

/** Creates an empty outbox, which calls `onEnd` whenever a callback has ended. */
export function createOutbox(
  send: (message: OutgoingMessage) => Promise<Attempt>,
  onEnd: () => void,
): Outbox {
  const lines = new Map<bigint, Line>();
  const held = new Set<bigint>();
  const calls = new Set<Promise<void>>();
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

  function pump(line: Line): void {
    while (line.waiting.length > 0 && line.underWay < (line.isFailing ? 1 : AT_A_TIME)) {
      const call = sendOne(line, line.waiting.shift()!).finally(() => calls.delete(call));
      calls.add(call);
    }
  }

  async function sendOne(line: Line, message: OutgoingMessage): Promise<void> {
    line.underWay += 1;
    const attempt = await send(message);
    line.underWay -= 1;
    line.isFailing = attempt.error !== null;
    line.isQuick = attempt.durationMs <= QUICK_MS;
    results.push({ message, attempt });
    if (line.isFailing) dropFrom(line);
    pump(line);
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
        pump(line);
      }
    },
    room(accounts) {
      const share = Math.min(HELD.most, Math.max(HELD.least, Math.floor(HELD.inAll / accounts)));
      return {
        held: [...held],
        quick: Array.from(lines).flatMap(([id, line]) => (line.isQuick ? [id] : [])),
        limit: Math.min(BURST, Math.max(0, share - held.size)),
      };
    },
    isEmpty: () => held.size === 0,
    isFull: () => lines.values().some((line) => line.held >= AHEAD[stateOf(line)]),
    ended: () => results.splice(0),
    forget,
    drop(subscriptionId) {
      for (const [id, line] of lines) if (id === (subscriptionId ?? id)) dropFrom(line);
    },
    settled: () => Promise.all(calls),
  };
}

function stateOf({ isFailing, isQuick }: Line): keyof typeof AHEAD {
  if (isFailing) return 'failing';
  return isQuick ? 'quick' : 'other';
}
