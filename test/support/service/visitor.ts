import { randomUUID } from 'node:crypto';
import { Agent, fetch } from 'undici';
import { createAccount } from '../../../src/schema/people/account/create-account.ts';
import type { Plan } from '../../../src/schema/core/caller/plans.ts';
import { PASSWORD } from './open-session.ts';
import type { TestService } from './service.ts';

/** The response to an operation of the service's own page. */
export interface PageAnswer {
  status: number;
  headers: Headers;
  /** The Set-Cookie headers. */
  setCookies: string[];
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  json: any;
}

export interface Ask {
  variables?: Record<string, unknown>;
  /** Replaces the page's own headers; null omits one. */
  headers?: Record<string, string | null>;
  method?: 'GET' | 'POST';
  /** Replaces the JSON of query and variables. */
  body?: string | URLSearchParams;
}

/** A browser on the web page: it stores cookies and sends its origin. */
export interface Visitor {
  cookies: Map<string, string>;
  /** Sends an operation to a service (default: the visitor's own). */
  ask(query: string, options?: Ask, service?: Pick<TestService, 'url'>): Promise<PageAnswer>;
  /** The data of an operation. @throws when there are errors */
  // oxlint-disable-next-line typescript/no-explicit-any -- data of every shape
  data(query: string, variables?: Record<string, unknown>): Promise<any>;
  /** Returns the extensions of the first error. */
  refusal(query: string, variables?: Record<string, unknown>): Promise<Refusal>;
  signIn(email: string, password?: string): Promise<PageAnswer>;
}

/** The first error. */
interface Refusal {
  code: string;
  field: string | null;
  message: string;
  retryAfter?: number;
}

const SIGN_IN =
  'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { id isCurrent } }';

/**
 * A browser that has been nowhere yet.
 * @param options.origin of the page (default: the service's own)
 * @param options.address of this machine's that it comes from, such as 127.0.0.2
 */
export function createVisitor(
  service: Pick<TestService, 'url'>,
  { origin = service.url, address = '127.0.0.1' } = {},
): Visitor {
  const cookies = new Map<string, string>();
  const dispatcher = new Agent({ localAddress: address });
  const visitor: Visitor = {
    cookies,
    async ask(query, { variables = {}, headers = {}, method = 'POST', body } = {}, { url } = service) {
      const sent = {
        Origin: origin,
        Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'POST' && body === undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      };
      const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
      const response = await fetch(`${url}/graphql${method === 'GET' ? `?${parameters}` : ''}`, {
        method,
        dispatcher,
        redirect: 'manual',
        headers: Object.entries(sent).filter((header): header is [string, string] => header[1] !== null),
        ...(method === 'POST' && { body: body ?? JSON.stringify({ query, variables }) }),
      });
      const setCookies = response.headers.getSetCookie();
      setCookies.forEach(keep);
      const { status } = response;
      return { status, headers: response.headers as Headers, setCookies, json: await response.json() };
    },
    async data(query, variables = {}) {
      const { json } = await visitor.ask(query, { variables });
      if (json.errors) throw new Error(JSON.stringify(json.errors));
      return json.data;
    },
    async refusal(query, variables = {}) {
      const { json } = await visitor.ask(query, { variables });
      if (!json.errors) throw new Error(`not refused: ${JSON.stringify(json.data)}`);
      const [{ message, extensions }] = json.errors;
      return { message, ...extensions };
    },
    signIn: (email, password = PASSWORD) => visitor.ask(SIGN_IN, { variables: { email, password } }),
  };

  function keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (/; Expires=Thu, 01 Jan 1970/.test(line)) cookies.delete(name!);
    else cookies.set(name!, value!);
  }
  return visitor;
}

/** An account with a password. */
export interface User {
  id: bigint;
  email: string;
}

export async function createUser(
  { database }: Pick<TestService, 'database'>,
  plan: Plan = 'free',
): Promise<User> {
  const email = `${randomUUID()}@supplier.example`;
  const { id } = await createAccount(database.prisma, { email, password: PASSWORD, name: 'Supplier', plan });
  return { id, email };
}

/** Creates a visitor who is signed in to a new account. */
export async function createSignedIn(
  service: Pick<TestService, 'url' | 'database'>,
  plan?: Plan,
): Promise<Visitor & { user: User }> {
  const user = await createUser(service, plan);
  const visitor = createVisitor(service);
  await visitor.signIn(user.email);
  return { ...visitor, user };
}

/** Signs two browsers in to one new account, each at its own process. */
export async function createTwoSignedIn(here: TestService, there: TestService) {
  const user = await createUser(here);
  const [first, second] = [createVisitor(here), createVisitor(there)];
  await first.signIn(user.email);
  await second.signIn(user.email);
  return { user, first, second };
}

export async function isSignedIn(visitor: Pick<Visitor, 'data'>): Promise<boolean> {
  return (await visitor.data('{ session { id } }')).session !== null;
}
