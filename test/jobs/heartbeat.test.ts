import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startHeartbeat } from '../../src/jobs/heartbeat.ts';
import { useService } from '../support/service.ts';
import { PATIENCE } from '../support/webhook.ts';

const service = useService();

describe('the heartbeat', () => {
  it('frees the jobs of workers that no longer beat, and of no others', async () => {
    const [silent, unknown, living, young] = [poolId(), poolId(), poolId(), poolId()];
    await beatAgo(silent, 16);
    await beatAgo(living, 10);
    await lockJob(silent, 20);
    await lockJob(unknown, 16);
    await lockJob(living, 3_600);
    await lockJob(young, 10);
    await withHeartbeat(async () => {
      await expect.poll(holders, PATIENCE).toEqual(expect.not.arrayContaining([silent, unknown]));
      expect(await holders()).toEqual(expect.arrayContaining([living, young]));
    });
  });

  it('makes a freed job available at once, with attempts to spare', async () => {
    const dead = poolId();
    const id = await lockJob(dead, 20);
    await withHeartbeat(async () => await expect.poll(holders, PATIENCE).not.toContain(dead));
    const { rows } = await service.database.pool.query(
      'SELECT locked_at, locked_by, attempts < max_attempts AS is_left, run_at <= now() AS is_due FROM graphile_worker.jobs WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ locked_at: null, locked_by: null, is_left: true, is_due: true }]);
  });

  it('is there while the worker runs, and gone once it has stopped', async () => {
    const id = poolId();
    await withHeartbeat(async () => await expect.poll(beating, PATIENCE).toContain(id), id);
    expect(await beating()).not.toContain(id);
  });

  it('forgets workers that are long gone', async () => {
    const dead = poolId();
    await beatAgo(dead, 60);
    await withHeartbeat(async () => await expect.poll(beating, PATIENCE).not.toContain(dead));
  });
});

function poolId(): string {
  return `pool-${randomBytes(9).toString('hex')}`;
}

async function withHeartbeat(check: () => Promise<unknown>, id = poolId()): Promise<void> {
  const heartbeat = startHeartbeat(service.database.pool, id, pino({ level: 'silent' }));
  await check();
  await heartbeat.stop();
}

async function beatAgo(pool: string, seconds: number): Promise<void> {
  await service.database.pool.query(
    'INSERT INTO worker_heartbeats (pool_id, seen_at) VALUES ($1, now() - make_interval(secs => $2))',
    [pool, seconds],
  );
}

/** Adds a job that the worker pool took so many seconds ago. */
async function lockJob(pool: string, seconds: number): Promise<string> {
  const { rows } = await service.database.pool.query<{ id: string }>(
    `WITH job AS (SELECT id FROM graphile_worker.add_job('deliverMessages', '[]'))
     SELECT id FROM job`,
  );
  await service.database.pool.query(
    `UPDATE graphile_worker._private_jobs
     SET locked_by = $2, locked_at = now() - make_interval(secs => $3), attempts = 1 WHERE id = $1`,
    [rows[0]!.id, pool, seconds],
  );
  return rows[0]!.id;
}

async function holders(): Promise<string[]> {
  const { rows } = await service.database.pool.query(
    'SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL',
  );
  return rows.map((row) => row.locked_by);
}

async function beating(): Promise<string[]> {
  const { rows } = await service.database.pool.query('SELECT pool_id FROM worker_heartbeats');
  return rows.map((row) => row.pool_id);
}
