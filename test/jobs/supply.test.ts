import { EventEmitter } from 'node:events';
import type { Worker, WorkerEvents } from 'graphile-worker';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSupply, type Supply } from '../../src/jobs/supply.ts';

let events: WorkerEvents;
let supply: Supply;
let begun: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  events = new EventEmitter();
  supply = createSupply(events);
  begun = 0;
});

afterEach(() => void vi.useRealTimers());

describe('workers without a job', () => {
  it('ask all at once at first', async () => {
    have(3);
    expect(await questions()).toBe(3);
  });

  it('ask one after the other, as often as they hear of jobs, once one asked in vain', async () => {
    await runDry();
    have(4);
    expect(await questions()).toBe(0);
    hear(2);
    expect(await questions()).toBe(1);
    find();
    expect(await questions()).toBe(2);
    find();
    expect(await questions()).toBe(2);
  });

  it('ask for those they heard of before they were done', async () => {
    await runDry();
    hear(2);
    have(3);
    expect(await questions()).toBe(1);
    find();
    expect(await questions()).toBe(2);
  });

  it('do not ask for the rest of them when one asks in vain', async () => {
    await runDry();
    hear(3);
    have(3);
    expect(await questions()).toBe(1);
    findNone(ask());
    expect(await questions()).toBe(1);
  });

  it('ask beside each other when many were found in a row', async () => {
    await runDry();
    hear(30);
    have(30);
    for (let found = 1; found <= 4; found++) {
      expect(await questions()).toBe(found);
      find();
    }
    expect(await questions()).toBe(6);
  });

  it('make do with news that say less, or nothing', async () => {
    await runDry();
    have(1);
    hear(-1);
    expect(await questions()).toBe(0);
    hear(undefined);
    expect(await questions()).toBe(1);
  });

  it('are not put off by an answer that is older than the news', async () => {
    have(1);
    const question = ask();
    hear(1);
    findNone(question);
    have(1);
    expect(await questions()).toBe(2);
  });

  it('ask for no more than came since it was asked what answers in vain', async () => {
    await runDry();
    hear(5);
    have(5);
    expect(await questions()).toBe(1);
    const question = ask();
    hear(1);
    findNone(question);
    expect(await questions()).toBe(2);
    findNone(ask());
    expect(await questions()).toBe(2);
  });

  it('ask all the same after a while, one of all, and then another as long as some are found', async () => {
    await runDry();
    have(4);
    expect(await questions(99)).toBe(0);
    expect(await questions(1)).toBe(1);
    find();
    expect(await questions()).toBe(2);
    find();
    expect(await questions()).toBe(3);
    findNone(ask());
    expect(await questions()).toBe(3);
  });

  it('do so less often where to ask takes long', async () => {
    have(1);
    const question = ask();
    expect(await questions(20)).toBe(1);
    findNone(question);
    have(1);
    expect(await questions(399)).toBe(1);
    expect(await questions(1)).toBe(2);
  });

  it('ask again for what was passed over, once it may be had', async () => {
    have(1, ['subscription:7']);
    await questions();
    findNone(ask());
    have(1);
    supply.freed('subscription:8');
    expect(await questions()).toBe(1);
    supply.freed('subscription:7');
    expect(await questions()).toBe(2);
  });

  it('ask on after a question failed', async () => {
    await runDry();
    hear(2);
    have(2);
    expect(await questions()).toBe(1);
    events.emit('worker:getJob:error', {} as never);
    expect(await questions()).toBe(2);
  });

  it('wait for nothing while the runner stops', async () => {
    await runDry();
    have(2);
    events.emit('pool:gracefulShutdown', {} as never);
    have(1);
    expect(await questions()).toBe(3);
  });
});

it('passes on the flags of the moment that it asks at', async () => {
  await runDry();
  let flags: string[] | null = null;
  const asking = supply.whenWorthAsking(() => flags);
  flags = ['subscription:7'];
  hear(1);
  expect(await asking).toEqual(['subscription:7']);
});

/** Workers that are done with what they had. */
function have(workers: number, flags: string[] | null = null): void {
  for (let worker = 0; worker < workers; worker++) {
    void supply.whenWorthAsking(() => flags).then(() => (begun += 1));
  }
}

/** How many have asked, this many milliseconds later. */
async function questions(ms = 0): Promise<number> {
  await vi.advanceTimersByTimeAsync(ms);
  return begun;
}

/** Has one ask in vain. */
async function runDry(): Promise<void> {
  have(1);
  await questions();
  findNone(ask());
  begun = 0;
}

/** The database is asked, by a worker that was let go. */
function ask(): Worker {
  const worker = {} as Worker;
  events.emit('worker:getJob:start', { worker } as never);
  return worker;
}

function find(): void {
  events.emit('job:start', {} as never);
}

function findNone(worker: Worker): void {
  events.emit('worker:getJob:empty', { worker } as never);
}

function hear(count: number | undefined): void {
  const payload = count === undefined ? '' : JSON.stringify({ count });
  const message = { channel: 'jobs:insert', payload };
  events.emit('pool:listen:notification', { message } as never);
}
