import { beforeEach, describe, expect, it } from 'vitest';
import { inHashingQueue } from '../../../../src/schema/people/account/hashing-queue.ts';
import { useService } from '../../../support/service/service.ts';
import { createUser, createVisitor } from '../../../support/service/visitor.ts';

const service = useService({ signUp: true });
const SIGN_UP = 'mutation($input: SignUpInput!) { signUp(input: $input) { id } }';

beforeEach(idle);

describe('the queue for hashing passwords', () => {
  it('runs two at a time, in FIFO order, also after one that failed', async () => {
    const queue = hashing();
    const all = Array.from({ length: 6 }, (_, at) => queue.add(at));
    expect(queue.started).toEqual([0, 1]);
    queue.fail(1);
    await expect(all[1]).rejects.toThrow('failed');
    expect(queue.started).toEqual([0, 1, 2]);
    for (const at of [0, 2, 3]) {
      queue.finish(at);
      await all[at];
    }
    expect(queue.started).toEqual([0, 1, 2, 3, 4, 5]);
    queue.finish(4);
    queue.finish(5);
    await Promise.all([all[4], all[5]]);
  });

  it('is bounded: further attempts are refused, and not counted as guesses', async () => {
    const user = await createUser(service);
    const queue = hashing();
    const all = Array.from({ length: 52 }, (_, at) => queue.add(at));
    const busy = {
      message: 'Too many people are signing in. Try again in a few seconds',
      code: 'service_unavailable',
      retryAfter: 5,
    };
    const { json } = await createVisitor(service).signIn(user.email);
    expect({ message: json.errors[0].message, ...json.errors[0].extensions }).toMatchObject(busy);
    const input = { name: 'Farm', email: 'full@farm.example', password: 'correct horse' };
    expect(await createVisitor(service).refusal(SIGN_UP, { input })).toMatchObject(busy);
    const counted = `SELECT key FROM rate_limits WHERE key LIKE 'guess-%' AND points > 0`;
    expect((await service.database.pool.query(counted)).rows).toEqual([]);

    for (const [at, each] of all.entries()) {
      queue.finish(at);
      await each;
    }
    expect((await createVisitor(service).signIn(user.email)).json.errors).toBeUndefined();
  });
});

/** Waits until no hash of an earlier file is running: each job ends once both have a slot. */
async function idle() {
  const both = Promise.withResolvers<void>();
  let started = 0;
  const job = async () => {
    if (++started === 2) both.resolve();
    await both.promise;
  };
  await Promise.all([inHashingQueue(job), inHashingQueue(job)]);
}

/** Hashes that run until the test ends them. */
function hashing() {
  const started: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  return {
    started,
    add: (at: number) =>
      inHashingQueue(() => {
        started.push(at);
        ends[at] = Promise.withResolvers<void>();
        return ends[at].promise;
      }),
    finish: (at: number) => ends[at]!.resolve(),
    fail: (at: number) => ends[at]!.reject(new Error('failed')),
  };
}
