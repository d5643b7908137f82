import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker, WorkerEvents } from 'graphile-worker';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSupply, type Supply } from '../../src/jobs/supply.ts';

/** Long beside a turn of the event loop, short beside the time after which one asks all the same. */
const SOON_MS = 20;

let events: WorkerEvents;
let supply: Supply;

beforeEach(() => {
  events = new EventEmitter();
  supply = createSupply(events);
});

describe('a worker without a job', () => {
  it('asks as long as there are jobs', async () => {
    for (let jobs = 0; jobs < 3; jobs++) {
      expect(await asked()).toBe('asked');
      find(begin());
    }
  });

  it('waits once there are none, and asks when it hears of some', async () => {
    find(begin(), false);
    const waiting = [asked(), asked(), asked()];
    hear(2);
    expect(await Promise.all(waiting)).toEqual(['asked', 'asked', 'waits']);
  });

  it('asks for as many as it heard of before', async () => {
    find(begin(), false);
    hear(2);
    expect([await asked(), await asked(), await asked()]).toEqual(['asked', 'asked', 'waits']);
  });

  it('makes do with news that say less, or nothing', async () => {
    find(begin(), false);
    const asking = ask().then(() => 'asked');
    hear(-1);
    expect(await Promise.race([asking, sleep(SOON_MS, 'waits')])).toBe('waits');
    hear(undefined);
    expect(await Promise.race([asking, sleep(SOON_MS, 'waits')])).toBe('asked');
  });

  it('is not put off by an answer that is older than the news', async () => {
    const worker = begin();
    hear(1);
    find(worker, false);
    expect(await asked()).toBe('asked');
  });

  it('asks all the same after a while, one of all; if it finds some, all do', async () => {
    find(begin(), false);
    const all = [ask(), ask(), ask()];
    expect(await Promise.race([Promise.any(all), sleep(SOON_MS, 'waits')])).toBe('waits');
    await Promise.any(all);
    expect(await Promise.race([Promise.all(all), sleep(SOON_MS, 'waits')])).toBe('waits');
    find(begin());
    expect(await asked()).toBe('asked');
    await Promise.all(all);
  });

  it('asks again for what was passed over, once it may be had', async () => {
    await supply.whenWorthAsking(() => ['subscription:7']);
    find(begin(), false);
    supply.freed('subscription:8');
    expect(await asked()).toBe('waits');
    supply.freed('subscription:7');
    expect(await asked()).toBe('asked');
  });

  it('waits for nothing while the runner stops', async () => {
    find(begin(), false);
    const waiting = ask();
    events.emit('pool:gracefulShutdown', {} as never);
    await waiting;
    expect(await asked()).toBe('asked');
  });
});

it('passes on the flags of the moment that it asks at', async () => {
  let flags: string[] | null = null;
  find(begin(), false);
  const asking = supply.whenWorthAsking(() => flags);
  flags = ['subscription:7'];
  hear(1);
  expect(await asking).toEqual(['subscription:7']);
});

function ask(): Promise<unknown> {
  return supply.whenWorthAsking(() => null);
}

function asked(): Promise<string> {
  return Promise.race([ask().then(() => 'asked'), sleep(SOON_MS, 'waits')]);
}

/** A question to the database, under way. */
function begin(): Worker {
  const worker = {} as Worker;
  events.emit('worker:getJob:start', { worker } as never);
  return worker;
}

function find(worker: Worker, isJob = true): void {
  events.emit(isJob ? 'job:start' : 'worker:getJob:empty', { worker } as never);
}

function hear(count: number | undefined): void {
  const payload = count === undefined ? '' : JSON.stringify({ count });
  const message = { channel: 'jobs:insert', payload };
  events.emit('pool:listen:notification', { message } as never);
}
