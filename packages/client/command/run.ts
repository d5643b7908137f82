import { Interruption, Refusal, UsageError } from './errors.ts';
import { listen } from './listen.ts';
import type { RequestFilter } from './follow-requests.ts';
import type { Service, Start } from './open-stream.ts';
import { type CommandName, COMMANDS, type Given, helpOf, overview, parse } from './options.ts';
import { EVENT_TYPES, typesOf } from './patterns.ts';
import type { Output } from './reporter.ts';
import { machineSecret } from './secret-file.ts';
import { tailRequests } from './tail-requests.ts';
import { trigger } from './trigger.ts';
import { withoutSlashes } from '../without-slashes.ts';

const MAX_REPLAY = 100;
const FAILED = 1;
const USAGE_ERROR = 2;

/** The surroundings of a command. */
export interface Surroundings extends Output {
  env: Record<string, string | undefined>;
  /** Ends the command. */
  signal: AbortSignal;
}

/** Runs a command. Returns its exit code: 1 for an error, which is one line on stderr, 2 for wrong usage. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const [name = '', ...rest] = args;
  try {
    if (name === '--help' || name === '-h') return said(surroundings.out, overview(), 0);
    if (name === '') return said(surroundings.err, overview(), USAGE_ERROR);
    if (!isCommand(name)) {
      throw new UsageError(`Unknown command '${name}'. Supported: ${Object.keys(COMMANDS).join(', ')}`);
    }
    const given = parse(name, rest);
    if (given.has('help')) return said(surroundings.out, helpOf(name), 0);
    return await RUNS[name](given, surroundings);
  } catch (error) {
    if (error instanceof UsageError) return said(surroundings.err, `error: ${error.message}\n`, USAGE_ERROR);
    if (error instanceof Refusal || error instanceof Interruption) {
      return said(surroundings.err, `${error.message}\n`, FAILED);
    }
    throw error;
  }
}

const RUNS: Record<CommandName, (given: Given, surroundings: Surroundings) => Promise<number>> = {
  listen: runListen,
  trigger: runTrigger,
  requests: runRequests,
};

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function said(write: (text: string) => void, text: string, code: number): number {
  write(text);
  return code;
}

async function runListen(given: Given, { env, signal, ...output }: Surroundings): Promise<number> {
  const service = serviceIn(given, env);
  if (given.has('since') && given.has('replay')) {
    throw new UsageError('--since and --replay exclude each other');
  }
  const events = given.one('events');
  const options = {
    service,
    forwardTo: given.has('forward-to') ? targetOf('--forward-to', given.one('forward-to')!) : undefined,
    routes: given.many('route').map(routeOf),
    types: events === undefined ? undefined : typesOf(events),
    start: startOf(given.one('since')),
    replay: given.has('replay') ? countOf(given.one('replay')!) : undefined,
    json: given.has('json'),
  };
  await listen({ ...options, secret: await machineSecret(env) }, output, signal);
  return 0;
}

async function runRequests(given: Given, { env, signal, ...output }: Surroundings): Promise<number> {
  if (given.arguments[0] !== 'tail') throw new UsageError('Usage: provender requests tail [options]');
  const start = startOf(given.one('since'));
  if (start.after !== undefined)
    throw new UsageError('--since must be an ISO 8601 time, such as 2026-01-31T12:00:00Z');
  const options = {
    service: serviceIn(given, env),
    filter: requestFilterIn(given),
    start,
    follows: !given.has('no-follow'),
    json: given.has('json'),
  };
  await tailRequests(options, output, signal);
  return 0;
}

/** The options that filter requests, with their names in GraphQL. */
const REQUEST_FILTERS = {
  method: 'method',
  path: 'path',
  endpoint: 'endpoint',
  operation: 'operation',
  code: 'code',
  'idempotency-key': 'idempotencyKey',
} as const;

/** Returns the filter of requests that the options describe. */
export function requestFilterIn(given: Pick<Given, 'one' | 'has'>): RequestFilter {
  const filter: RequestFilter = {};
  for (const [option, name] of Object.entries(REQUEST_FILTERS)) {
    const value = given.one(option);
    if (value !== undefined) filter[name] = value;
  }
  if (given.has('failed')) filter.failed = true;
  const status = given.one('status');
  if (status === undefined) return filter;
  if (!/^[1-5]\d\d$/.test(status))
    throw new UsageError(`--status must be an HTTP status such as 404, not '${status}'`);
  return { ...filter, status: Number(status) };
}

/** Returns the service and key from the options or the environment. */
function serviceIn(given: Given, env: Surroundings['env']): Service {
  const key = given.one('key') ?? env.PROVENDER_API_KEY;
  const url = given.one('url') ?? env.PROVENDER_URL;
  if (!url) throw new UsageError('--url is required, or PROVENDER_URL');
  if (!key) throw new UsageError('--key is required, or PROVENDER_API_KEY');
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Refusal('This API key is not valid');
  return { url: serviceOf(url), key };
}

async function runTrigger(given: Given, { env, signal, ...output }: Surroundings): Promise<number> {
  const [type = ''] = given.arguments;
  const known = EVENT_TYPES.find((each) => each === type);
  if (!known) {
    const problem = type ? `Unknown event ${type}` : 'An event is required';
    throw new UsageError(`${problem}. Supported: ${EVENT_TYPES.join(', ')}`);
  }
  const options = {
    type: known,
    forwardTo: targetOf('--forward-to', given.one('forward-to')!),
    changes: given.many('set'),
    json: given.has('json'),
  };
  const isSuccess = await trigger({ ...options, secret: await machineSecret(env) }, output, signal);
  return isSuccess ? 0 : FAILED;
}

/** Returns the base address of a service, from itself or the address of an interface below it. */
function serviceOf(text: string): string {
  const { origin, pathname } = urlOf('--url', text);
  const path = withoutSlashes(pathname);
  const end = ['/api/v1', '/graphql'].find((each) => path.endsWith(each)) ?? '';
  return origin + path.slice(0, path.length - end.length);
}

function targetOf(option: string, text: string): string {
  return urlOf(option, text).href;
}

function urlOf(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${option} must be a URL such as http://127.0.0.1:3000, not '${text}'`);
  }
  if (url.username || url.password) throw new UsageError(`${option} must be a URL without credentials`);
  return url;
}

function routeOf(text: string): { types: string[]; url: string } {
  const [, patterns, url] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (!patterns || !url) {
    throw new UsageError(`--route must be like 'delivery.*=http://127.0.0.1:4000/hooks', not '${text}'`);
  }
  return { types: typesOf(patterns), url: targetOf('--route', url) };
}

function startOf(since: string | undefined): Start {
  if (since === undefined) return {};
  if (/^\d{1,16}$/.test(since)) return { after: since };
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(since);
  const time = isTime ? new Date(since) : new Date(NaN);
  if (!Number.isNaN(time.getTime())) return { since: time.toISOString() };
  throw new UsageError(
    `--since must be an ISO 8601 time, such as 2026-01-31T12:00:00Z, or the id of an event, not '${since}'`,
  );
}

function countOf(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_REPLAY) return count;
  throw new UsageError(`--replay must be an integer from 1 to ${MAX_REPLAY}, not '${text}'`);
}
