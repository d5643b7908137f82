import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { PerformanceObserver } from 'node:perf_hooks';
import type { Exchange } from '../../src/http/response/exchange.ts';
import { measureUnit } from './unit.ts';
import { type Turn, watchTurns } from './watch-turns.ts';

/** The maximum times of turns; `cold` applies to the first request of an operation, which compiles code. */
const MAX_MS = { warm: 50, cold: 250 };
/** The shortest time of a turn that is recorded. */
const MIN_MS = 10;
const MAX_DETAIL = 120;
/** The maximum factor by which the limits grow if the machine becomes slower than at the start. */
const MAX_SLOWER = 2;

/** A long turn of the event loop. */
export interface LongTurn {
  /** The operation that it ran for, such as `GET /api/v1/products`, or `POST /graphql { products }`. */
  operation: string;
  /** The path of the request, and what `whereOf` returned. */
  detail: string;
  /** The processor time of the turn without the collection of garbage, whose time is `gcMs`. */
  ms: number;
  gcMs: number;
  /** Whether no request of the operation had been served before by this process. */
  isCold: boolean;
  /** The maximum time of the turn, in milliseconds of this machine. */
  limitMs: number;
}

export interface TurnRecorder {
  /** The maximum times of turns, in milliseconds of this machine. */
  maxMs: { warm: number; cold: number };
  /** Returns the long turns since the last call, the longest first. */
  take(): Promise<LongTurn[]>;
  stop(): void;
}

/** The owner of a turn: a request, or the operation named in a call of `asOperation`. */
interface Owner {
  exchange?: Exchange;
  originalUrl?: string;
  name?: string;
}

let unit: number | undefined;

/**
 * Records the long turns of the service in this process: those that ran for a request or within
 * `asOperation`.
 *
 * @param whereOf returns what the process is doing, such as the name of a test
 */
export function recordTurns(whereOf: () => string = () => ''): TurnRecorder {
  unit ??= measureUnit();
  const maxMs = { warm: 0, cold: 0 };
  const setUnit = (measured: number) => {
    unit = measured;
    Object.assign(maxMs, { warm: unit * MAX_MS.warm, cold: unit * MAX_MS.cold });
  };
  const atStart = unit;
  setUnit(unit);
  const servedAt = new Map<string, number>();
  const pauses: { from: number; to: number }[] = [];
  let turns: (Turn & { where: string })[] = [];

  const serve = (owner: Owner) => {
    const name = nameOf(owner);
    if (name !== undefined && !servedAt.has(name)) servedAt.set(name, performance.now());
  };
  const onFinish = (message: unknown) => serve((message as { request: Owner }).request);
  const collect = (entries: PerformanceEntry[]) => {
    for (const { startTime, duration } of entries) pauses.push({ from: startTime, to: startTime + duration });
  };
  const observer = new PerformanceObserver((list) => collect(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  subscribe('http.server.response.finish', onFinish);
  const stop = watchTurns(MIN_MS, (turn) => turns.push({ ...turn, where: whereOf() }));

  function describe({ owner, cpuMs, from, to, where }: Turn & { where: string }): LongTurn | undefined {
    const operation = nameOf(owner);
    if (operation === undefined) return undefined;
    const overlaps = pauses.map((pause) => Math.min(to, pause.to) - Math.max(from, pause.from));
    const gcMs = Math.min(
      cpuMs,
      overlaps.reduce((sum, ms) => sum + Math.max(0, ms), 0),
    );
    const isCold = from <= (servedAt.get(operation) ?? Infinity);
    const path = (owner as Owner).originalUrl ?? '';
    const detail = [path.slice(0, MAX_DETAIL), where].filter(Boolean).join(', ');
    return {
      operation,
      detail,
      ms: cpuMs - gcMs,
      gcMs,
      isCold,
      limitMs: maxMs[isCold ? 'cold' : 'warm'],
    };
  }

  return {
    maxMs,
    async take() {
      // Node hands the pauses of garbage collection over a few turns later.
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      collect(observer.takeRecords());
      let long = turns.map(describe).filter((turn) => turn !== undefined);
      if (tooLong(long).length > 0) {
        // Other programs share caches and cores, and can have begun since the start.
        setUnit(Math.max(unit!, Math.min(measureUnit(), atStart * MAX_SLOWER)));
        long = turns.map(describe).filter((turn) => turn !== undefined);
      }
      turns = [];
      pauses.length = 0;
      return long.toSorted((one, other) => other.ms - one.ms);
    },
    stop() {
      stop();
      observer.disconnect();
      unsubscribe('http.server.response.finish', onFinish);
    },
  };
}

/** Returns the turns that took longer than they may. */
export function tooLong(turns: LongTurn[]): LongTurn[] {
  return turns.filter(({ ms, limitMs }) => ms > limitMs);
}

export function lineOf({ operation, detail, ms, gcMs, isCold, limitMs }: LongTurn): string {
  const first = isCold ? ', first request of the operation' : '';
  const gc = gcMs >= 1 ? `, without ${Math.round(gcMs)} ms of garbage collection` : '';
  return `${Math.round(ms)} of ${Math.round(limitMs)} ms  ${operation}${first}${gc} (${detail})`;
}

/** Returns the name of an operation; undefined for requests of other servers in this process. */
function nameOf({ name, exchange, originalUrl = '' }: Owner): string | undefined {
  if (name !== undefined || !exchange) return name;
  if (exchange.route !== undefined) return exchange.endpointWithFields;
  // Files such as `/openapi.json` are no routes, and requests without a valid key have none yet.
  const [place = ''] = /^\/[^/?]*/.exec(originalUrl) ?? [];
  return `${exchange.request.method} ${place}`;
}
