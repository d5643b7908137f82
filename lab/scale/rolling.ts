import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { audit } from '../audit.ts';
import { startClients, total } from '../clients.ts';
import { startReceiver } from '../receiver.ts';
import { readScript } from '../script.ts';
import { onStage, type Stage, until } from '../stage.ts';
import { createSuppliers, type Supplier } from '../supplier.ts';
import { appliedMigrations, migrate } from '../../src/database/migrate.ts';
import { closedPort } from '../../test/support/webhook/receiver.ts';
import { backUpWithRelease } from './exchange-backups.ts';
import { documented, startHaproxy } from './haproxy.ts';
import { type InstalledRelease, installLastRelease } from './last-release.ts';
import { copyWithMigration, MIGRATION } from './next-version.ts';
import { startPgBouncer } from './pgbouncer.ts';

/** The intervals of each client, which stay below its rate limit. */
const EVERY = { readEveryMs: 350, writeEveryMs: 500 };
/** The connections through the pooler: fewer than one process opens without it. */
const POOLED_CONNECTIONS = 8;
/** The program and arguments of an installed release, relative to its folder. */
const START_INSTALLED = ['dist/joined/cli.js', 'start'];

const script = readScript(
  'scale:rolling',
  'Does a request fail while two instances of the last release behind HAProxy are replaced by those of the next version and back, or through PgBouncer?',
  {
    restarts: ['restarts in all', 12, 4],
    clients: ['clients that write, read and follow events', 12, 4],
    drain: ['DRAIN_MS', 2_000],
    pgbouncer: ['path of a PgBouncer, 1.21 or later, to put in front of the database', ''],
  },
);
const { restarts, clients, drain, pgbouncer } = script;

await onStage(script, async (stage) => {
  const { report, database } = stage;
  const receiver = await startReceiver(stage);
  const environment = {
    SECRETS_KEY: randomBytes(32).toString('base64'),
    DRAIN_MS: String(drain),
    ...(pgbouncer && (await poolWith(pgbouncer, stage))),
  };
  // A smoke run has no minutes to install a release.
  const release = script.smoke ? undefined : await installLastRelease(stage.onEnd);
  const backups = release && (await recreateWith(release, stage, environment));
  const suppliers = await createSuppliers(database, clients, { urls: [receiver.url] });
  const ports = [await closedPort(), await closedPort()];
  const nextVersion = await copyWithMigration(stage.onEnd);
  const startOn = (port: number, version: 'before' | 'next') => {
    const settings = { ...environment, PORT: String(port) };
    if (version === 'next') return stage.start('all', settings, nextVersion);
    return release ? stage.start(START_INSTALLED, settings, release.folder) : stage.start('all', settings);
  };
  const instances = [await startOn(ports[0]!, 'before'), await startOn(ports[1]!, 'before')];
  const { url, isUp } = await startHaproxy(stage, (address) => configurationOf(address, ports));
  const streams = suppliers.map((supplier) => follow(url, supplier));
  await until(() => streams.every(({ opened }) => opened() > 0), 10_000);
  const { load, reads, failures, stop } = startClients({ suppliers, urlOf: () => url, ...EVERY });

  let unclean = 0;
  for (let restart = 0; restart < restarts; restart++) {
    const at = restart % 2;
    if ((await instances[at]!.end('SIGTERM')) !== 0) unclean++;
    // Two restarts upgrade both instances, the next two downgrade them, and so on.
    const isUpgrade = restart % 4 < 2;
    instances[at] = await startOn(ports[at]!, isUpgrade ? 'next' : 'before');
    // The other instance must not stop before the proxy uses this one.
    if (!(await until(() => isUp('provender', 'ab'[at]!), 30_000)))
      throw new Error('HAProxy does not see the instance');
  }
  await stop();
  await audit(stage, receiver, load);
  report.figure('version before', release?.version ?? 'this checkout');
  await backups?.restoreOlder();
  await backups?.refuseNewer(nextVersion);

  const applied = (await appliedMigrations(database.pool)).map(({ name }) => name);
  report.guarantee('the last migration is', applied.at(-1)!, applied.at(-1) === MIGRATION);
  report.figure('restarts', restarts);
  report.none('exits other than 0', unclean);
  report.figure('reads over REST and GraphQL', total(reads));
  const failed = [...failures()].map((pair) => pair.join(' × ')).join('; ');
  report.guarantee('attempts that failed', failed || 0, failed === '');
  report.none('callbacks doubled', receiver.counts.repeats);
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM events WHERE id > $1', [
    Math.min(...streams.flatMap(({ seen }) => seen)) - 1,
  ]);
  await until(() => streams.reduce((sum, { seen }) => sum + seen.length, 0) >= rows.length, 10_000);
  const received = streams.flatMap(({ seen }) => seen);
  const known = new Set(received);
  report.figure(
    'live streams opened',
    streams.reduce((sum, { opened }) => sum + opened(), 0),
  );
  report.figure('live events', rows.length);
  report.none('live events missed', rows.filter(({ id }) => !known.has(Number(id))).length);
  report.none('live events repeated', received.length - known.size);
  report.figure('lines logged as a warning or worse', instances.flatMap(({ logged }) => logged()).length);
  streams.forEach(({ stop }) => stop());
});

/** Lets the release create the database, backs it up, and migrates it as before an upgrade. */
async function recreateWith(release: InstalledRelease, stage: Stage, environment: Record<string, string>) {
  await stage.database.pool.query('DROP SCHEMA public, graphile_worker CASCADE; CREATE SCHEMA public');
  const backups = await backUpWithRelease(stage, release, environment);
  await migrate(stage.url);
  return backups;
}

/** Puts PgBouncer in transaction mode in front of the database. Returns the settings that lead through it. */
async function poolWith(program: string, { database, url, onEnd }: Stage) {
  await database.pool.query(`ALTER ROLE provender SET statement_timeout = '8s'`);
  const settings = { default_pool_size: POOLED_CONNECTIONS, max_prepared_statements: 200 };
  const pooler = await startPgBouncer(program, url, settings);
  onEnd(pooler.stop);
  return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url };
}

/**
 * Returns the documented backend, checked more often and without retries, so that every refused request is
 * visible.
 */
function configurationOf(address: string, ports: number[]): string {
  const backend = documented('haproxy-instances.cfg')
    .replace('inter 1s', 'inter 250')
    .replace(
      /server ([ab]) \S+/g,
      (_line, name: string) => `server ${name} 127.0.0.1:${ports['ab'.indexOf(name)]}`,
    );
  return `defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend api
  bind ${address}
  default_backend provender
${backend}`;
}

/**
 * Follows an account's events like EventSource: reconnects whenever the stream ends, from the last event on.
 */
function follow(url: string, { key }: Supplier) {
  const leaving = new AbortController();
  const seen: number[] = [];
  let opened = 0;
  const query = encodeURIComponent('subscription { events { id } }');

  async function connect(): Promise<void> {
    const last = seen.length > 0 && { 'Last-Event-ID': String(seen.at(-1)) };
    const headers = { Authorization: `Bearer ${key}`, Accept: 'text/event-stream', ...last };
    const { body, ok } = await fetch(`${url}/graphql?query=${query}`, { headers, signal: leaving.signal });
    if (ok) opened++;
    const messages = body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { id } of messages) if (id !== undefined) seen.push(Number(id));
  }

  void (async () => {
    for (; !leaving.signal.aborted; await sleep(100)) await connect().catch(() => {});
  })();
  return { seen, opened: () => opened, stop: () => leaving.abort() };
}
