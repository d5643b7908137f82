import { fileURLToPath } from 'node:url';
import { until } from '../../stage.ts';
import { publish, subscribe } from '../../supplier.ts';
import { deleteSubscription } from '../../../src/schema/exchange/webhook/delete-subscription.ts';
import { recoverMessages } from '../../../src/schema/exchange/webhook/recover-messages.ts';
import { aborted, type Attack, type Attacks, type Run, type Scene } from '../attack.ts';

const ENDPOINTS = fileURLToPath(new URL('../bad-endpoints.ts', import.meta.url));
/** A worker whose name server never responds; the hosts file still works. */
const SILENT = { NODE_OPTIONS: `--import ${new URL('../silent-names.ts', import.meta.url).href}` };
const DONE_WITHIN_MS = 300_000;

/** Attacks of other accounts, or of receivers, on the callbacks of an account. */
export const CALLBACKS: Attacks = {
  'own-bad-endpoints': beside(1.5, async (scene, endpoints) => {
    const urls = ['never', 'dripping', 'after-300-ms', 'after-300-ms'].map((path) => `${endpoints}/${path}`);
    await subscribe(scene.stage.database, scene.neighbour.accountId, urls);
  }),
  'hostile-accounts': beside(1.5, async (scene, endpoints) => {
    const count = scene.smoke ? 8 : 150;
    await burst(scene, repeated(`${endpoints}/after-9-s`, count), 4);
    await burst(scene, repeated(`${endpoints}/after-9-s`, count), 4);
    await burst(scene, silentNames(count), 4);
  }),
  'many-recipients': beside(undefined, (scene, endpoints) =>
    burst(scene, repeated(`${endpoints}/ok`, scene.smoke ? 75 : 1_500), scene.smoke ? 9 : 180),
  ),
  recovery: {
    maxGrowthMiB: 100,
    isLong: true,
    async prepare(scene) {
      const { stage, account, smoke } = scene;
      const { context, accountId } = await account();
      const [id] = await subscribe(stage.database, accountId, [`${await startEndpoints(scene)}/ok`]);
      await addFailed(scene, accountId, id!, smoke ? 2_000 : 200_000);
      const left = () => stage.database.prisma.webhookMessage.count({ where: { accountId } });
      return async (signal) => {
        await recoverMessages(context, id!, {});
        await aborted(signal);
        await deleteSubscription(context, id!);
        const isGone = await until(async () => (await left()) === 0, DONE_WITHIN_MS);
        return { what: `${await left()} messages left`, isWithinBounds: isGone };
      };
    },
  },
  'bad-responses': {
    maxGrowthMiB: 50,
    isLong: true,
    isUntimed: true,
    environment: { WEBHOOK_TIMEOUT_MS: '500', WEBHOOK_RETRY_DELAYS: '1' },
    async prepare(scene) {
      const [endpoints, count] = [await startEndpoints(scene), scene.smoke ? 24 : 1_000];
      // Ordinary successes and failures come first: the memory they take is no effect of the bad responses.
      await callbacksOf(scene, `${endpoints}/ok-or-500`, 10 * count);
      return async () => {
        const attempts = await callbacksOf(scene, `${endpoints}/each-kind`, count);
        return { what: `${attempts} responses`, isWithinBounds: attempts >= count };
      };
    },
  },
};

/** Returns an attack that goes on without further requests once `start` has returned. */
function beside(
  maxRatio: number | undefined,
  start: (scene: Scene, endpoints: string) => Promise<unknown>,
): Attack {
  return {
    ...(maxRatio && { maxRatio }),
    environment: SILENT,
    isLong: true,
    async prepare(scene): Promise<Run> {
      const endpoints = await startEndpoints(scene);
      return async (signal) => {
        await start(scene, endpoints);
        await aborted(signal);
      };
    },
  };
}

async function startEndpoints({ stage }: Scene): Promise<string> {
  return (await stage.start([ENDPOINTS])).url;
}

/** Creates an account with these subscriptions and a number of events for all of them, beyond every quota. */
async function burst({ stage, account }: Scene, urls: string[], events: number): Promise<void> {
  const { accountId } = await account();
  await subscribe(stage.database, accountId, urls);
  await stage.database.pool.query(
    `INSERT INTO events (account_id, type, body, recipients)
     SELECT $1, 'product.created', '{}', (SELECT array_agg(id) FROM webhook_subscriptions WHERE account_id = $1)
     FROM generate_series(1, $2)`,
    [accountId, events],
  );
}

/** Adds failed messages of a subscription. */
async function addFailed({ stage }: Scene, accountId: bigint, id: string, count: number): Promise<void> {
  await stage.database.pool.query(
    `WITH event AS (INSERT INTO events (account_id, type, body)
                    SELECT $1, 'product.created', '{}' FROM generate_series(1, $3) RETURNING id)
     INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
     SELECT $1, $2, id, 'failed', NULL FROM event`,
    [accountId, id, count],
  );
}

/**
 * Causes about `count` callbacks of a new account with eight subscriptions. Returns the number of attempts.
 */
async function callbacksOf({ stage, account }: Scene, url: string, count: number): Promise<number> {
  const supplier = await account();
  const { accountId } = supplier;
  await subscribe(stage.database, accountId, repeated(url, 8));
  for (let number = 0; number < count / 8; number++) await publish(supplier);
  const attempts = () => stage.database.prisma.webhookAttempt.count({ where: { accountId } });
  await until(async () => (await attempts()) >= count, DONE_WITHIN_MS);
  return attempts();
}

function silentNames(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `http://silent-${number}.example/`);
}

function repeated(url: string, count: number): string[] {
  return Array.from({ length: count }, () => url);
}
