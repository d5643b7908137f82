import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const BEARER = 'Bearer ';
const KEY = `
  SELECT account_id FROM api_keys
  WHERE secret_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

// It counts nothing, and writes no log. It has as many connections as the service.
const pgService = makePgService({
  connectionString: process.env.DATABASE_URL,
  schemas: ['public'],
  poolConfig: { max: 20 },
});
const { pool } = pgService.adaptorSettings;
const server = createServer();
const peer = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [pgService],
  grafserv: { graphiql: false, watch: false },
  grafast: process.env.CHECKS_KEYS ? { context: contextOf } : {},
});
await peer.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`PostGraphile is ready on http://127.0.0.1:${server.address().port}\n`);
});

/** Reads the account of a key into a setting that row-level security would use, as PostGraphile's manual shows. */
async function contextOf({ node }) {
  const { authorization = '' } = node.req.headers;
  const hash = createHash('sha256').update(authorization.slice(BEARER.length)).digest();
  const { rows } = await pool.query({ name: 'key', text: KEY, values: [hash] });
  if (!rows[0]) throw new Error('No such key.');
  return { pgSettings: { 'bench.account': String(rows[0].account_id) } };
}
