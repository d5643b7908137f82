import { type Answer, createSender, type SenderOptions } from './sender.ts';
import { ENDPOINTS, type Endpoints } from './endpoints.ts';

export { ProvenderError, type SenderOptions } from './sender.ts';
export type * from './endpoints.ts';

type Name = keyof Endpoints;
type Input<N extends Name> = Endpoints[N]['input'];

/** Endpoints that return a list page by page. */
type ListName = { [N in Name]: Endpoints[N]['response'] extends { data: unknown[] } ? N : never }[Name];
type Item<N extends ListName> = Endpoints[N]['response'] extends { data: (infer I)[] } ? I : never;

export interface CallOptions {
  /** For a POST (default: a new key for each call, the same for its retries). */
  idempotencyKey?: string | undefined;
  /** Aborts the call, including its retries. */
  signal?: AbortSignal | undefined;
}

type Arguments<N extends Name> =
  object extends Input<N>
    ? [input?: Input<N>, options?: CallOptions]
    : [input: Input<N>, options?: CallOptions];

/** A method for each endpoint, named as in the reference. */
export type Provender = {
  [N in Name]: (...args: Arguments<N>) => Promise<Endpoints[N]['response']>;
} & {
  /** Reads every record of a list, page after page. */
  each<N extends ListName>(name: N, ...args: Arguments<N>): AsyncGenerator<Item<N>, void, undefined>;
};

interface AnyInput {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** Creates a client. Its methods throw `ProvenderError` for error responses. */
export function createClient(options: SenderOptions): Provender {
  const send = createSender(options);

  function call(
    name: Name,
    { path = {}, query, body }: AnyInput = {},
    callOptions: CallOptions = {},
  ): Promise<Answer> {
    const { method, path: template } = ENDPOINTS[name];
    const place = template.replace(/\{(\w+)\}/g, (_match, id: string) => encodeURIComponent(path[id] ?? ''));
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
    return send({ method, target: given.length > 0 ? `${place}?${search}` : place, body, ...callOptions });
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
