import { expect, it } from 'vitest';
import { JobPool } from '../../src/jobs/job-pool.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();

it('allows a connection to be released twice, and by callers that were refused when the pool ended', async () => {
  const pool = new JobPool({ connectionString: database.url, max: 1 });
  const connected = () =>
    new Promise<Error | undefined>((resolve, reject) => {
      pool.connect((error, _client, release) => {
        try {
          release();
          release();
          resolve(error);
        } catch (thrown) {
          reject(thrown);
        }
      });
    });
  expect(await connected()).toBe(undefined);
  expect(pool.idleCount).toBe(1);
  await pool.end();
  expect(await connected()).toMatchObject({ message: expect.stringContaining('after calling end') });
});
