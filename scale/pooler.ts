import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { Client } from 'pg';
import { audit } from '../chaos/stage/audit.ts';
import { startReceiver } from '../chaos/stage/receiver.ts';
import { onStage } from '../chaos/stage/stage.ts';
import { createSuppliers, type Supplier } from '../chaos/stage/supplier.ts';
import { createLoad, write } from '../chaos/stage/writes.ts';
import { startPgBouncer } from './pgbouncer.ts';

/** Fewer than one process would open without a pooler. */
const SERVER_CONNECTIONS = 8;

const { pgbouncer, writes, clients } = new Command('scale:pooler')
  .description('Runs two processes through PgBouncer in transaction mode; no request may fail.')
  .requiredOption('--pgbouncer <path>', 'program of PgBouncer, version 1.21 or later')
  .option('--writes <count>', 'total number of writes', Number, 600)
  .option('--clients <count>', 'number of writing and reading clients', Number, 8)
  .parse()
  .opts<{ pgbouncer: string; writes: number; clients: number }>();

await onStage('pooler: PgBouncer in transaction mode', { smoke: false }, async (stage) => {
  const { report, database, cluster } = stage;
  const directUrl = cluster.url('chaos');
  await database.pool.query(`ALTER ROLE provender SET statement_timeout = '8s'`);
  const pooler = await startPgBouncer(pgbouncer, directUrl, {
    default_pool_size: SERVER_CONNECTIONS,
    max_prepared_statements: 200,
  });
  stage.onEnd(pooler.stop);
  const pooledUrl = pooler.url;
  const receiver = await startReceiver();
  stage.onEnd(receiver.close);
  const suppliers = await createSuppliers(database, clients, [receiver.url]);
  const way = {
    DATABASE_URL: pooledUrl,
    DATABASE_DIRECT_URL: directUrl,
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  const services = [await stage.start('all', way), await stage.start('all', way)];
  const urlOf = (index: number) => services[index % services.length]!.url;

  const load = createLoad();
  const reads = { done: 0, failed: 0 };
  let isWriting = true;
  const reading = Promise.all(
    suppliers.map(async (supplier, index) => {
      for (let at = 0; isWriting; at++) {
        const status = await read(urlOf(index + at), supplier, at);
        reads.done++;
        if (status !== 200 && status !== 429) reads.failed++;
      }
    }),
  );
  await Promise.all(
    suppliers.map((supplier, index) => write(urlOf(index), supplier, Math.ceil(writes / clients), load)),
  );
  isWriting = false;
  await reading;
  await audit(stage, receiver, load);

  const failed = [...load.setbacks]
    .filter(([kind]) => kind !== '429')
    .reduce((sum, [, times]) => sum + times, 0);
  report.guarantee('writes that failed initially', failed, failed === 0);
  report.figure('reads over REST and GraphQL', reads.done);
  report.guarantee('reads that failed', reads.failed, reads.failed === 0);
  report.figure('connections of PgBouncer to PostgreSQL at most', SERVER_CONNECTIONS);
  report.figure('transactions through PgBouncer', await passedOn(pooledUrl));
  const warnings = services.flatMap((service) => service.logged());
  report.guarantee('lines logged as a warning or worse', warnings.length, warnings.length === 0);
  const codes = await Promise.all(services.map((service) => service.end('SIGTERM')));
  report.guarantee(
    'exits other than 0',
    codes.filter(({ code }) => code !== 0).length,
    codes.every(({ code }) => code === 0),
  );
  for (const line of warnings) process.stderr.write(`${line}\n`);
});

/** Alternates between a list and a record over REST, and figures and a list over GraphQL. */
async function read(url: string, { key, productIds }: Supplier, at: number): Promise<number> {
  const query =
    '{ deliveries(first: 5) { totalCount nodes { id products { name } } } products(first: 5) { nodes { id } } }';
  const paths = ['/api/v1/deliveries?per_page=20', `/api/v1/products/${productIds[0]}`, '/graphql'];
  const path = paths[at % paths.length]!;
  const response = await fetch(`${url}${path}`, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(path === '/graphql' && { method: 'POST', body: JSON.stringify({ query }) }),
  });
  const text = await response.text();
  return path === '/graphql' && text.includes('"errors"') && !text.includes('rate_limited')
    ? 500
    : response.status;
}

/** Returns the number of transactions that PgBouncer has passed on. */
async function passedOn(pooledUrl: string): Promise<number> {
  const client = new Client({
    connectionString: Object.assign(new URL(pooledUrl), { pathname: '/pgbouncer' }).href,
  });
  await client.connect();
  const { rows } = await client.query<{ database: string; total_xact_count: string }>('SHOW STATS');
  await client.end();
  return Number(rows.find((row) => row.database === 'chaos')?.total_xact_count);
}
