import { ENDPOINTS, type Endpoints, type HeaderOptions } from './endpoints.ts';
import { type AnyInput, expectKnown, headersOf, targetOf } from './input.ts';
import { type Answer, createSender, type SenderOptions } from './sender.ts';

export { ProvenderError } from './error.ts';
export type { SenderOptions } from './sender.ts';
export type * from './endpoints.ts';
export type * from './problems.ts';

type Name = keyof Endpoints;
type Input<N extends Name> = Endpoints[N]['input'];

/** Endpoints that return a list page by page. */
type ListName = { [N in Name]: Endpoints[N]['response'] extends { data: unknown[] } ? N : never }[Name];
type Item<N extends ListName> = Endpoints[N]['response'] extends { data: (infer I)[] } ? I : never;

/**
 * The options of a call: the headers that its endpoint supports, and a signal that aborts it and its retries.
 */
export type CallOptions<N extends Name = Name> = Pick<
  HeaderOptions,
  (typeof ENDPOINTS)[N]['headers'][number]
> & { signal?: AbortSignal | undefined };

/** The parts of every response beside its `data`. */
interface Head<Status extends number, Tag extends string | null> {
  status: Status;
  headers: Headers;
  /** The version of the record, for `ifMatch` and `ifNoneMatch`. */
  etag: Tag;
}

/** A successful response. */
export type Reply<N extends Name> = Endpoints[N]['response'] & Head<200 | 201, Endpoints[N]['etag']>;

/** The response to `ifNoneMatch` while the record is unchanged. */
export type NotModified = { data: null } & Head<304, string>;

type Arguments<N extends Name, Rest extends unknown[]> =
  object extends Input<N> ? [input?: Input<N>, ...rest: Rest] : [input: Input<N>, ...rest: Rest];

type Call<N extends Name> = (...args: Arguments<N, [options?: CallOptions<N>]>) => Promise<Reply<N>>;

interface ConditionalCall<N extends Name> {
  (...args: Arguments<N, [options?: Omit<CallOptions<N>, 'ifNoneMatch'>]>): Promise<Reply<N>>;
  (...args: Arguments<N, [options: CallOptions<N>]>): Promise<Reply<N> | NotModified>;
}

/** A method for each endpoint, named as in the reference. */
export type Provender = {
  [N in Name]: 'ifNoneMatch' extends keyof CallOptions<N> ? ConditionalCall<N> : Call<N>;
} & {
  /** Reads every record of a list, page after page. */
  each<N extends ListName>(
    name: N,
    ...args: Arguments<N, [options?: CallOptions<N>]>
  ): AsyncGenerator<Item<N>, void, undefined>;
};

const OPTIONS = ['baseUrl', 'apiKey', 'concurrency', 'retries', 'maxWaitMs', 'timeoutMs', 'onRateLimit'];

/**
 * Creates a client. Its methods throw `ProvenderError` for error responses, `TypeError` for unknown
 * parameters.
 */
export function createClient(options: SenderOptions): Provender {
  expectKnown('createClient', 'option', options, OPTIONS);
  const send = createSender(options);

  async function call(name: Name, input: AnyInput = {}, callOptions: CallOptions = {}): Promise<Answer> {
    const target = targetOf(name, input);
    const headers = headersOf(name, callOptions);
    const { signal } = callOptions;
    return send({ method: ENDPOINTS[name].method, target, body: input.body, headers, signal });
  }

  async function* each(name: ListName, input: AnyInput = {}, callOptions?: CallOptions) {
    // Records added meanwhile shift others to the next page, where they would be read again.
    const seen = new Set<unknown>();
    for (let page = 1, more = true; more; page++) {
      const query = { per_page: 100, ...input.query, page };
      const { data, pagination } = await call(name, { ...input, query }, callOptions);
      for (const item of data as { id: unknown }[]) {
        if (!seen.has(item.id)) yield item;
        seen.add(item.id);
      }
      more = pagination?.has_more ?? false;
    }
  }

  const methods = Object.keys(ENDPOINTS).map((name) => [name, call.bind(null, name as Name)]);
  return { ...Object.fromEntries(methods), each } as Provender;
}
