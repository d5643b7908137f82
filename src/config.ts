import { z } from 'zod';
import { trustProxy } from './trust-proxy.ts';

const MAX_TIMEOUT_MS = 600_000;
/** A month: messages are not stored longer. */
const MAX_DELAY_S = 30 * 86_400;
const MAX_PAUSE_MS = 60_000;
const MAX_RETRIES = 100;

/** How many days the request log is kept by default. */
const REQUEST_LOG_DAYS = 7;
/** The request log is for finding out what just happened; usage keeps the counts for longer. */
const MAX_REQUEST_LOG_DAYS = 90;

/** The default delivery settings of webhooks. */
export const WEBHOOK_DEFAULTS = {
  timeoutMs: 10_000,
  retryDelaysS: [60, 300, 1800],
  pauseMs: 500,
  disableAfter: 10,
};

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d+$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be an integer from ${min} to ${max}`);
}

function url(...protocols: string[]) {
  const hasHost = (value: string) => {
    const [protocol = '', rest = ''] = value.split('://', 2);
    return protocols.includes(protocol.toLowerCase()) && rest !== '' && !rest.startsWith('/');
  };
  return z.string().refine((value) => hasHost(value) && URL.parse(value), {
    error: `must be a URL that starts with ${protocols.map((name) => `${name}://`).join(' or ')} and a host`,
    abort: true,
  });
}

/** An address that paths are appended to. */
const baseUrl = url('http', 'https').refine((value) => {
  const { username, password } = new URL(value);
  return !/[\s?#\\]/.test(value) && !username && !password;
}, 'must not contain spaces, credentials, a query or a fragment');

/**
 * The address that links start with. The service is served at the root of its host, so a path would lead
 * nowhere.
 */
const publicUrl = baseUrl
  .refine((value) => /^[^/]+\/\/[^/]+\/*$/.test(value), {
    error:
      'must not contain a path: the service needs a host of its own, such as https://provender.example.com',
  })
  .refine((value) => /^(?:[\w.-]+|\[[^\]]+\])$/.test(new URL(value).hostname), {
    error: 'must name one host, without wildcards',
  })
  .transform((value) => new URL(value).origin);

const tracesUrl = baseUrl.transform(withoutSlashes).refine((value) => !value.endsWith('/v1/traces'), {
  error: 'must not end with /v1/traces, which is appended to it',
});

/** Returns an address without the slashes at its end. */
function withoutSlashes(address: string): string {
  let end = address.length;
  while (address.endsWith('/', end)) end -= 1;
  return address.slice(0, end);
}

/** The address of a Redis server: its path can only be the number of a database. */
const redisUrl = url('redis', 'rediss').refine((value) => /^\/?\d*$/.test(new URL(value).pathname), {
  error: 'must end with the number of a database or nothing, such as redis://127.0.0.1:6379/1',
});

const folder = z.string().refine((value) => !/^~|^[a-z\d]+:\/\//.test(value), {
  error: 'must be the path of a folder; ~ is not replaced by your home',
});

const ENCODED =
  'must be a URL such as postgres://user:password@host:5432/name, with special characters in the password encoded: / as %2F, @ as %40';

/** The connection string of one server: node-postgres does not choose among several hosts. */
function databaseUrl(server: string) {
  return z.string().superRefine((value, { addIssue }) => {
    const [, authority] = /^postgres(?:ql)?:\/\/([^/?#]*)/.exec(value) ?? [];
    const query = URL.parse(value)?.searchParams;
    if (authority === undefined) addIssue('must be a URL that starts with postgres:// or postgresql://');
    else if (
      authority.slice(authority.lastIndexOf('@') + 1).includes(',') ||
      query?.get('host')?.includes(',')
    ) {
      addIssue(
        `must name one host: an address that leads to ${server}, such as HAProxy in front of Patroni, or your cloud's endpoint`,
      );
    } else if (URL.parse(value)?.pathname.includes('@')) {
      addIssue(ENCODED);
    } else if (!query) {
      addIssue(ENCODED);
    }
  });
}

/**
 * Browsers send the whole origin, which is compared: a pattern such as `https://*.example.com` would match
 * none.
 */
function isOrigin(text: string): boolean {
  return text === '*' || (/^https?:[^*]+$/.test(text) && URL.parse(text)?.origin === text);
}

const origins = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin), {
    error:
      'must be * or a comma-separated list of origins such as https://app.example.com, without wildcards',
  });

const retryDelays = z
  .string()
  .refine(
    (value) => value.split(',').every((delay) => /^\s*\d+(\.\d+)?\s*$/.test(delay)),
    'must be seconds separated by commas, such as 60,300,1800',
  )
  .transform((value) => value.split(',').map(Number))
  .refine(
    (delays) => delays.length <= MAX_RETRIES && delays.reduce((sum, delay) => sum + delay) <= MAX_DELAY_S,
    `must be at most ${MAX_RETRIES} retries within ${MAX_DELAY_S} seconds, after which messages are deleted`,
  );

const sender = z
  .string()
  .regex(
    /^([^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
    'must be an e-mail address, such as mail@example.com or Provender <mail@example.com>',
  );

/**
 * Longer than load balancers commonly keep idle connections: the side that closes first can lose a request.
 */
const KEEP_ALIVE_MS = 65_000;
const MAX_KEEP_ALIVE_MS = 3_600_000;

/** How long load balancers commonly take to notice that a process is not ready. */
const DRAIN_MS = 5_000;
const MAX_DRAIN_MS = 600_000;

/** Parses keys of 32 bytes in base64, separated by commas; undefined when one of them is invalid. */
export function parseSecretKeys(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((key) => key.trim());
  if (!keys.every((key) => /^[\w+/-]{43}=?$/.test(key))) return undefined;
  return keys.map((key) => Buffer.from(key, 'base64'));
}

const secretKeys = z.string().transform((value, { addIssue }) => {
  const keys = parseSecretKeys(value);
  if (!keys) addIssue('must be 32 bytes in base64, or several of these separated by commas');
  return keys ?? z.NEVER;
});

const sampler = z.enum([
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
]);

const share = z
  .string()
  .refine(
    (value) => /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(value) && Number(value) <= 1,
    'must be a number from 0 to 1',
  )
  .transform(Number);

const cell = z.string().regex(/^[0-9A-Za-z]{2}$/, 'must be two letters or digits');

const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);

const environment = z.object({
  PORT: integer(0, 65_535).optional(),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: publicUrl.optional(),
  DATABASE_URL: databaseUrl('the primary').optional(),
  DATABASE_DIRECT_URL: databaseUrl('the primary').optional(),
  READ_DATABASE_URL: databaseUrl('the standby').optional(),
  DATA_DIR: folder.optional(),
  DEMO: flag.optional(),
  SECRETS_KEY: secretKeys.optional(),
  CELL: cell.optional(),
  DIRECTORY_URL: databaseUrl('the primary').optional(),
  REDIS_URL: redisUrl.optional(),
  SMTP_URL: url('smtp', 'smtps').optional(),
  MAIL_FROM: sender.optional(),
  LOG_LEVEL: logLevel.default('info'),
  WEBHOOK_RETRY_DELAYS: retryDelays.default(WEBHOOK_DEFAULTS.retryDelaysS),
  WEBHOOK_TIMEOUT_MS: integer(1, MAX_TIMEOUT_MS).default(WEBHOOK_DEFAULTS.timeoutMs),
  WEBHOOK_PAUSE_MS: integer(0, MAX_PAUSE_MS).default(WEBHOOK_DEFAULTS.pauseMs),
  WEBHOOK_DISABLE_AFTER: integer(1, 1_000_000).default(WEBHOOK_DEFAULTS.disableAfter),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag.default(false),
  TRUST_PROXY: trustProxy.default(false),
  SIGNUP: flag.default(false),
  CORS_ORIGINS: origins.default(['*']),
  GRAPHQL_INTROSPECTION: flag.default(true),
  DRAIN_MS: integer(0, MAX_DRAIN_MS).optional(),
  KEEP_ALIVE_MS: integer(1_000, MAX_KEEP_ALIVE_MS).default(KEEP_ALIVE_MS),
  REQUEST_LOG_DAYS: integer(0, MAX_REQUEST_LOG_DAYS).default(REQUEST_LOG_DAYS),
  OTEL_EXPORTER_OTLP_ENDPOINT: tracesUrl.optional(),
  OTEL_TRACES_SAMPLER: sampler.default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
});

/** Variables that have no effect, or the wrong one, without another variable. */
const NEEDS = [
  ['CELL', 'DIRECTORY_URL'],
  ['DIRECTORY_URL', 'CELL'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['READ_DATABASE_URL', 'DATABASE_URL'],
] as const;

const complete = environment.superRefine((config, { addIssue }) => {
  for (const [name, other] of NEEDS) {
    if (config[name] && !config[other])
      addIssue({ code: 'custom', message: `must be set together with ${other}`, path: [name] });
  }
});

const settings = complete.transform((config) => {
  // An embedded database belongs to a single process, so no other process could take over.
  const drainMs = config.DATABASE_URL ? DRAIN_MS : 0;
  return {
    ...config,
    DRAIN_MS: config.DRAIN_MS ?? drainMs,
    DATA_DIR: config.DATA_DIR ?? '.data',
    isDataDirSet: config.DATA_DIR !== undefined,
  };
});

/** The validated configuration; docs/configuration.md describes it. */
export type Config = z.infer<typeof settings>;

/** The part of the configuration that the domain uses. */
export type DomainSettings = ReturnType<typeof domainSettingsOf>;

/** Returns the settings that the domain depends on, under its own names. */
export function domainSettingsOf(config: Config) {
  return {
    /** Whether webhooks may use private networks. */
    allowPrivateCallbacks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
    /** How many consecutive failed callbacks deactivate a webhook. */
    disableWebhooksAfter: config.WEBHOOK_DISABLE_AFTER,
    /** Whether anyone can open an account. */
    signUpAllowed: config.SIGNUP,
    /** How many days the request log shows; 0: it is off. */
    requestLogDays: config.REQUEST_LOG_DAYS,
    /** The name of this cell, if there are several. */
    cell: config.CELL,
  };
}

/** An invalid configuration, which prevents the start; its message is one line that names the variable. */
export class ConfigError extends Error {}

/**
 * Reads the configuration. An empty variable counts as unset, spaces and line breaks around a value as none.
 *
 * @throws ConfigError for the first invalid value
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const { success, data, error } = settings.safeParse(set);
  if (success) return data;
  const [issue] = error.issues;
  throw new ConfigError(`${issue?.path[0]?.toString()}: ${issue?.message}`);
}
