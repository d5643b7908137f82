import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

// It checks no key, counts nothing, and writes no log. It has as many connections as the service.
const pgService = makePgService({
  connectionString: process.env.DATABASE_URL,
  schemas: ['public'],
  poolConfig: { max: 20 },
});
const server = createServer();
const peer = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [pgService],
  grafserv: { graphiql: false, watch: false },
});
await peer.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`PostGraphile is ready on http://127.0.0.1:${server.address().port}\n`);
});
