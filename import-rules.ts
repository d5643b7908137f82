/** What the files of a folder may import besides each other and Node.js itself. */
export interface ImportRule {
  /** Files and folders of the project. */
  may: string[];
  /** Exceptions to `may`. */
  except?: string[];
  /** Published libraries, and packages of `packages`. */
  libraries: string[];
}

const { config, durations, errorLine, log, pause, problems, tracing, version } = {
  config: 'src/config.ts',
  durations: 'src/durations.ts',
  errorLine: 'src/error-line.ts',
  log: 'src/log.ts',
  pause: 'src/limits/pause.ts',
  problems: 'src/problems.ts',
  tracing: 'src/tracing.ts',
  version: 'src/version.ts',
};
/** Interfaces and jobs may import the domain's operations and rules, but not its GraphQL types. */
const FIELDS = ['src/schema/**/*graphql.ts', 'src/schema/core/builder/builder.ts'];

const wing = (name: string, ...rooms: string[]) => rooms.map((room) => `src/schema/${name}/${room}`);
const core = (...names: string[]) => wing('core', ...names);
const SCHEMA_FILES = 'src/generated/schema-files.ts';
/** The generated files that import the domain, or belong to the interfaces. */
const GENERATED = { except: ['src/generated/operations.ts', SCHEMA_FILES] };

/**
 * The wings of the domain, in their order: the rooms of a wing may import one another and those of wings
 * before it. What a wing before needs of a later one is given to it: as an argument, or by a fact in the
 * machinery that both read.
 */
export const WING_ROOMS: readonly (readonly string[])[] = [
  wing(
    'people',
    'account',
    'api-key',
    'audit-log',
    'cell',
    'limits.ts',
    'person',
    'saved-view',
    'second-factor',
    'session',
  ),
  wing('catalogue', 'closed-day', 'limits.ts', 'price-agreement', 'product', 'supermarket'),
  wing(
    'trade',
    'container',
    'day-plan',
    'delivery',
    'limits.ts',
    'lot',
    'receipt',
    'return',
    'standing-order',
    'stop',
    'tour',
  ),
  wing('trace', 'limits.ts', 'trace', 'withdrawal'),
  wing('insight', 'analytics', 'limits.ts', 'performance', 'request', 'usage'),
  wing('exchange', 'alert', 'import', 'limits.ts', 'live-event', 'webhook'),
];

/** Folders in an order: each imports those before it, the files beside them any. */
export const FOLDER_ORDERS: Readonly<Record<string, readonly string[]>> = {
  'src/schema/exchange/import': ['dictionaries', 'columns', 'items', 'file', 'records', 'run'],
  'web/src': ['generated', 'base', 'people', 'catalogue', 'trade', 'trace', 'insight', 'exchange', 'frame'],
};

/** What every noun is written in: the grammar of nouns, who acts, and the context of an operation. */
const GRAMMAR = core('errors.ts', 'limits.ts', 'nouns.ts', 'noun', 'caller');
/** The machinery that all nouns share. */
const MACHINERY = core(
  'secret',
  'event',
  'context.ts',
  'write',
  'audit',
  'builder',
  'list',
  'search',
  'upsert',
  'node',
  'version',
);
const BASE = [durations, log, problems, 'src/database', 'src/limits', 'src/generated'];
const SHARED = [...BASE, ...GRAMMAR, ...MACHINERY];
const LIBRARIES = [
  '@node-rs/argon2',
  '@pothos/core',
  '@provender/fair-pool',
  '@provender/guarded-sender',
  'base-x',
  'dataloader',
  'graphql',
  'ical.js',
  'image-dimensions',
  'lru-cache',
  'otpauth',
  'pg',
  'zod',
];
/**
 * What some rooms import beside that: calendars and imports are files, and a bundled library knows holidays.
 */
const MORE: Readonly<Record<string, string[]>> = {
  'src/schema/catalogue/closed-day': ['src/spreadsheet', 'dist/libraries'],
  'src/schema/exchange/import': ['src/spreadsheet'],
};
const WING_RULES = Object.fromEntries(
  WING_ROOMS.flatMap((rooms, at) =>
    rooms.map((room): [string, ImportRule] => {
      const reachable = WING_ROOMS.slice(0, at + 1)
        .flat()
        .filter((each) => each !== room);
      const may = [config, ...SHARED, ...reachable, ...(MORE[room] ?? [])];
      return [room, { may, ...GENERATED, libraries: LIBRARIES }];
    }),
  ),
);

/** The rooms of the domain, from the bottom up: its grammar, its machinery, and the wings. */
// oxfmt-ignore
const SCHEMA_RULES: Record<string, ImportRule> = {
  'src/schema/core/limits.ts': { may: [], libraries: [] },
  'src/schema/core/errors.ts': { may: [problems], libraries: ['graphql'] },
  'src/schema/core/nouns.ts': { may: ['src/generated'], ...GENERATED, libraries: [] },
  'src/schema/core/noun': { may: [problems, 'src/database', 'src/generated', ...core('errors.ts', 'limits.ts', 'nouns.ts')], ...GENERATED, libraries: ['zod'] },
  'src/schema/core/caller': { may: ['src/limits', ...core('errors.ts', 'nouns.ts')], libraries: [] },
  'src/schema/core/secret': { may: [], libraries: ['graphql'] },
  'src/schema/core/event': { may: [tracing, 'src/database', 'src/generated', ...GRAMMAR], ...GENERATED, libraries: ['zod'] },
  'src/schema/core/context.ts': { may: [config, log, 'src/database', 'src/limits', ...GRAMMAR, ...core('secret')], libraries: [] },
  'src/schema/core/write': { may: ['src/database', 'src/generated', ...GRAMMAR, ...core('event', 'context.ts')], ...GENERATED, libraries: [] },
  'src/schema/core/audit': { may: [log, 'src/database', 'src/generated', ...GRAMMAR, ...core('context.ts', 'write')], ...GENERATED, libraries: ['@pothos/core', 'graphql'] },
  'src/schema/core/builder': { may: ['src/generated', ...GRAMMAR, ...core('event', 'context.ts', 'audit')], ...GENERATED, libraries: ['@pothos/*', '@provender/compiled-execution', 'graphql', 'zod'] },
  'src/schema/core/list': { may: [problems, 'src/database', 'src/limits', 'src/generated', ...GRAMMAR, ...core('context.ts', 'builder')], ...GENERATED, libraries: ['@pothos/core', 'dataloader', 'graphql', 'zod'] },
  'src/schema/core/search': { may: ['src/database', 'src/generated', ...GRAMMAR, ...core('list')], ...GENERATED, libraries: [] },
  'src/schema/core/upsert': { may: [problems, 'src/database', 'src/generated', ...GRAMMAR, ...core('context.ts', 'write', 'builder', 'list')], ...GENERATED, libraries: ['@pothos/core', 'zod'] },
  'src/schema/core/node': { may: [...GRAMMAR, ...core('context.ts', 'builder', 'list')], libraries: ['@pothos/*', 'graphql', 'zod'] },
  'src/schema/core/version': { may: ['src/generated', ...GRAMMAR, ...core('context.ts', 'write', 'builder', 'list')], ...GENERATED, libraries: [] },
  'src/schema/core/idempotency': { may: ['src/database', ...GRAMMAR, ...core('context.ts', 'secret', 'write')], libraries: [] },
  ...WING_RULES,
  'src/schema/index.ts': { may: [SCHEMA_FILES, ...core('builder')], libraries: ['graphql'] },
  'src/schema/execute-operation.ts': { may: ['src/limits', ...core('context.ts', 'builder'), 'src/schema/index.ts'], libraries: [] },
  'src/schema/execute-on-replica.ts': { may: ['src/database', 'src/schema/execute-operation.ts'], libraries: [] },
};

/**
 * One line for each folder, from the bottom up: a folder imports only from lines above it
 * (docs/decisions/0027). `oxlint.config.ts` enforces them, `test/import-rules.test.ts` breaks each of them
 * once.
 */
// oxfmt-ignore
export const IMPORT_RULES: Record<string, ImportRule> = {
  'packages/client': { may: [], libraries: [] },
  'packages/compiled-execution': { may: [], libraries: ['@pothos/*', 'graphql', 'vitest'] },
  'packages/embedded-cluster': { may: [], libraries: ['pg', 'vitest'] },
  'packages/fair-pool': { may: [], libraries: ['pg', 'vitest'] },
  'packages/guarded-sender': { may: [], libraries: ['lru-cache', 'standardwebhooks', 'vitest'] },
  'src/role.ts': { may: [], libraries: [] },
  'src/version.ts': { may: [], libraries: [] },
  'src/durations.ts': { may: [], libraries: [] },
  'src/error-line.ts': { may: [], libraries: [] },
  'src/problems.ts': { may: [], libraries: [] },
  'src/trust-proxy.ts': { may: [], libraries: ['zod'] },
  'src/config.ts': { may: ['src/trust-proxy.ts'], libraries: ['zod'] },
  'src/log.ts': { may: [], libraries: ['pino', 'pino-pretty', 'provender-client'] },
  'src/tracing.ts': { may: [log, 'dist/libraries'], libraries: ['@opentelemetry/*'] },
  'src/database': { may: [config, errorLine, log, tracing, 'src/generated'], ...GENERATED, libraries: ['@prisma/adapter-pg', '@provender/embedded-cluster', '@provender/fair-pool', 'dataloader', 'graphile-worker', 'lru-cache', 'pg'] },
  'src/limits': { may: [durations, log, 'src/database'], libraries: ['ioredis', 'lru-cache', 'pg', 'rate-limiter-flexible'] },
  'src/spreadsheet': { may: [durations, problems], libraries: ['@e965/xlsx', 'chardet', 'csv-parse', 'write-excel-file'] },
  ...SCHEMA_RULES,
  'src/mail': { may: ['src/limits', 'src/schema'], except: FIELDS, libraries: ['nodemailer'] },
  'src/http': { may: [durations, log, problems, tracing, 'src/database', 'src/limits', 'src/spreadsheet/run-bounded.ts', 'src/schema'], except: FIELDS, libraries: ['@prometheus-io/client', '@provender/fair-pool', 'cookie', 'cors', 'etag', 'express', 'lru-cache', 'pg', 'proxy-addr'] },
  'src/rest': { may: [pause, problems, tracing, 'src/http', 'src/schema', 'src/generated/operations.ts'], except: FIELDS, libraries: ['@graphql-typed-document-node/core', 'express', 'graphql', 'zod'] },
  'src/export': { may: [durations, pause, 'src/http', 'src/rest', 'src/spreadsheet', 'src/schema', 'src/generated/operations.ts'], except: FIELDS, libraries: ['@graphql-typed-document-node/core', 'express', 'zod'] },
  'src/import': { may: ['src/limits', 'src/http', 'src/rest', 'src/spreadsheet', 'src/schema'], except: FIELDS, libraries: ['express', 'zod'] },
  'src/graphql': { may: [log, pause, problems, tracing, 'src/database/unreachable.ts', 'src/http', 'src/schema'], except: FIELDS, libraries: ['express', 'graphql', 'graphql-yoga', 'lru-cache'] },
  'src/reference': { may: [config, problems, 'src/http', 'src/rest', 'src/schema'], except: FIELDS, libraries: ['graphql', 'marked', 'zod'] },
  'src/pages': { may: [pause, problems, 'src/http', 'src/reference', 'src/rest/file-route.ts', 'src/rest/query.ts', 'src/schema'], except: FIELDS, libraries: ['etag', 'express', 'helmet', 'lru-cache', 'zod'] },
  'src/mcp': { may: [log, problems, version, 'src/generated/operations.ts', 'src/graphql/document-limits.ts', 'src/http', 'src/pages/guide-markdown.ts', 'src/reference/error-codes.ts', 'src/reference/guides.ts', 'src/rest', 'src/schema'], except: FIELDS, libraries: ['@graphql-typed-document-node/core', '@modelcontextprotocol/*', 'express', 'graphql', 'zod'] },
  'src/jobs': { may: [log, tracing, 'src/database', 'src/limits/expiry.ts', 'src/schema'], except: [...FIELDS, 'src/schema/index.ts'], libraries: ['@prometheus-io/client', '@provender/fair-pool', '@provender/guarded-sender', 'graphile-worker', 'lru-cache', 'pg'] },
  'src/secrets': { may: [config, 'src/schema'], except: FIELDS, libraries: ['pg'] },
  'src/backup': { may: [errorLine, version, 'src/database/client.ts', 'src/database/migrate.ts', 'src/schema/exchange/webhook/deactivation.ts'], libraries: ['pg', 'pg-copy-streams', 'zod'] },
  'src/cli': { may: [config, errorLine, log, version, 'src/secrets', 'src/backup', 'src/spreadsheet', 'src/database', 'src/schema'], except: [...FIELDS, 'src/schema/index.ts'], libraries: ['commander', 'provender-client', 'zod'] },
  'web/src': { may: [], libraries: ['@urql/core', '@visx/*', 'bwip-js', 'idb', 'lucide-react', 'react', 'react-dom', 'urql', 'wouter'] },
};

/** The files that assemble the service, which may import everything. */
export const COMPOSITION = [
  'announce.ts',
  'app.ts',
  'compose.ts',
  'demo-catalogue.ts',
  'demo-crates.ts',
  'demo-history.ts',
  'demo-lots.ts',
  'demo-tours.ts',
  'demo.ts',
  'file-routes.ts',
  'main.ts',
  'port.ts',
  'prepare-database.ts',
  'provender.ts',
  'processes',
  'require-generated.ts',
  'service.ts',
];
