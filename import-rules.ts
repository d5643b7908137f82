/** What the files of a folder may import besides each other and Node.js itself. */
export interface ImportRule {
  /** Files and folders of the project. */
  may: string[];
  /** Exceptions to `may`. */
  except?: string[];
  /** Published libraries, and packages of `packages`. */
  libraries: string[];
}

const { config, errorLine, log, pause, problems, tracing } = {
  config: 'src/config.ts',
  errorLine: 'src/error-line.ts',
  log: 'src/log.ts',
  pause: 'src/pause.ts',
  problems: 'src/problems.ts',
  tracing: 'src/tracing.ts',
};
/** Interfaces and jobs may import the domain's operations and rules, but not its GraphQL types. */
const FIELDS = ['src/schema/**/*graphql.ts', 'src/schema/builder/builder.ts'];

/**
 * One line for each folder, from the bottom up: a folder imports only from lines above it (docs/decisions/0027).
 * `oxlint.config.ts` enforces them, `test/import-rules.test.ts` breaks each of them once.
 */
// oxfmt-ignore
export const IMPORT_RULES: Record<string, ImportRule> = {
  'packages/compiled-execution': { may: [], libraries: ['@pothos/*', 'graphql', 'vitest'] },
  'packages/embedded-cluster': { may: [], libraries: ['pg', 'vitest'] },
  'packages/fair-pool': { may: [], libraries: ['pg', 'vitest'] },
  'packages/guarded-sender': { may: [], libraries: ['lru-cache', 'standardwebhooks', 'vitest'] },
  'clients/typescript': { may: [], libraries: [] },
  'src/role.ts': { may: [], libraries: [] },
  'src/error-line.ts': { may: [], libraries: [] },
  'src/pause.ts': { may: [], libraries: [] },
  'src/problems.ts': { may: [], libraries: [] },
  'src/trust-proxy.ts': { may: [], libraries: ['zod'] },
  'src/config.ts': { may: ['src/trust-proxy.ts'], libraries: ['zod'] },
  'src/log.ts': { may: ['clients/typescript'], libraries: ['pino', 'pino-pretty'] },
  'src/tracing.ts': { may: [log], libraries: ['@opentelemetry/*'] },
  'src/database': { may: [config, errorLine, log, pause, tracing, 'src/generated'], except: ['src/generated/operations.ts'], libraries: ['@prisma/adapter-pg', '@provender/embedded-cluster', '@provender/fair-pool', 'dataloader', 'graphile-worker', 'lru-cache', 'pg'] },
  'src/limits': { may: [log, 'src/database'], libraries: ['ioredis', 'lru-cache', 'pg', 'rate-limiter-flexible'] },
  'src/spreadsheet': { may: [problems], libraries: ['@e965/xlsx', 'chardet', 'csv-parse', 'write-excel-file'] },
  'src/schema': { may: [config, log, pause, problems, tracing, 'src/spreadsheet', 'src/database', 'src/limits', 'src/generated'], except: ['src/generated/operations.ts'], libraries: ['@node-rs/argon2', '@pothos/*', '@provender/compiled-execution', '@provender/fair-pool', '@provender/guarded-sender', 'base-x', 'dataloader', 'date-holidays', 'graphql', 'ical.js', 'lru-cache', 'otpauth', 'pg', 'zod'] },
  'src/http': { may: [log, pause, problems, tracing, 'src/database', 'src/limits', 'src/schema'], except: FIELDS, libraries: ['@prometheus-io/client', '@provender/fair-pool', 'cookie', 'cors', 'etag', 'express', 'lru-cache', 'pg'] },
  'src/rest': { may: [problems, tracing, 'src/http', 'src/schema', 'src/generated/operations.ts'], except: FIELDS, libraries: ['@graphql-typed-document-node/core', 'express', 'graphql', 'zod'] },
  'src/export': { may: [pause, 'src/http', 'src/rest', 'src/spreadsheet', 'src/schema', 'src/generated/operations.ts'], except: FIELDS, libraries: ['@graphql-typed-document-node/core', 'express', 'zod'] },
  'src/import': { may: ['src/limits', 'src/http', 'src/rest', 'src/spreadsheet', 'src/schema'], except: FIELDS, libraries: ['express', 'zod'] },
  'src/graphql': { may: [log, pause, problems, tracing, 'src/http', 'src/schema'], except: FIELDS, libraries: ['express', 'graphql', 'graphql-yoga', 'lru-cache'] },
  'src/reference': { may: [config, problems, 'src/http', 'src/rest', 'src/schema'], except: FIELDS, libraries: ['@scalar/fastify-api-reference', 'graphql', 'marked', 'zod'] },
  'src/pages': { may: [pause, problems, 'src/http', 'src/reference', 'src/rest/route.ts', 'src/schema'], except: FIELDS, libraries: ['etag', 'express', 'helmet', 'lru-cache'] },
  'src/mcp': { may: [log, problems, 'src/generated/operations.ts', 'src/graphql/document-limits.ts', 'src/http', 'src/pages/guide-markdown.ts', 'src/reference/error-codes.ts', 'src/reference/guides.ts', 'src/rest', 'src/schema'], except: FIELDS, libraries: ['@graphql-typed-document-node/core', '@modelcontextprotocol/*', 'express', 'graphql', 'zod'] },
  'src/jobs': { may: [log, tracing, 'src/database', 'src/schema'], except: [...FIELDS, 'src/schema/index.ts'], libraries: ['@prometheus-io/client', '@provender/fair-pool', '@provender/guarded-sender', 'graphile-worker', 'nodemailer', 'pg'] },
  'src/open-secrets.ts': { may: [config, 'src/database', 'src/schema'], except: FIELDS, libraries: ['pg'] },
  'src/backup': { may: [errorLine, 'src/database/client.ts', 'src/database/migrate.ts', 'src/schema/webhook/deactivation.ts'], libraries: ['pg', 'pg-copy-streams', 'zod'] },
  'src/cli': { may: ['clients/typescript', config, errorLine, log, 'src/open-secrets.ts', 'src/backup', 'src/spreadsheet', 'src/database', 'src/schema'], except: [...FIELDS, 'src/schema/index.ts'], libraries: ['commander', 'zod'] },
  'web/src': { may: [], libraries: ['@urql/core', '@visx/*', 'bwip-js', 'idb', 'lucide-react', 'react', 'react-dom', 'urql', 'wouter'] },
};

/** The files that assemble the service, which may import everything. */
export const COMPOSITION = [
  'announce.ts',
  'app.ts',
  'compose.ts',
  'demo-history.ts',
  'demo-lots.ts',
  'demo.ts',
  'main.ts',
  'port.ts',
  'prepare-database.ts',
  'processes',
  'service.ts',
];
