import { expect } from 'vitest';
import { request } from '../http/http.ts';
import { expectOwnNames } from '../http/own-names.ts';
import type { TestAccount } from '../service/account.ts';

/** The response to a file. */
export interface Preview {
  id: number;
  status: string;
  counts: Record<string, number>;
  columns: { column: string; field: string | null; remembered: boolean }[];
  problems: { code: string; option?: string }[];
  sample: Record<string, unknown>[];
  notes: string[];
  changes: {
    row: number;
    reference: string | null;
    field: string;
    from: unknown;
    to: unknown;
    outcome: string;
  }[];
  refusals: {
    row: number;
    column: string | null;
    value: string | null;
    message: string;
    problem: string;
    values: Record<string, unknown> | null;
  }[];
}

export const PRODUCTS = `reference;name;weight;price;category
A-1;Rye Bread;0,75;3,49;bakery
A-2;Oat Loaf;1,5;4;bakery
`;

const FIELDS =
  'id status created updated unchanged differs revised refused done total error problem values refusals { row column message } changes { row reference field from to outcome }';

/** Returns the functions that import files, one after the other, into accounts of a service. */
export function importsOf(service: { url: string }) {
  function send(
    account: Pick<TestAccount, 'key'>,
    path: string,
    file: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) {
    return request(service.url, 'POST', `//import/${path}`, {
      key: account.key,
      raw: file,
      headers: { 'Content-Type': 'text/csv', ...headers },
    });
  }

  async function preview(account: TestAccount, kind: string, file: string): Promise<Preview> {
    const { status, json } = await send(account, kind, file);
    expect(json).toMatchObject({ status: 'success' });
    expect(status).toBe(201);
    for (const refusal of json.data.refusals) expectOwnNames('REST', refusal);
    return json.data;
  }

  /** Returns the response to a GraphQL query. */
  async function queried({ key }: Pick<TestAccount, 'key'>, query: string) {
    return (await request(service.url, 'POST', '//graphql', { key, body: { query } })).json;
  }

  /** Waits until an import is no longer running. */
  async function finished(account: TestAccount, id: number) {
    const query = `{ import(id: "${id}") { ${FIELDS} } }`;
    const read = async () => (await queried(account, query)).data.import;
    await expect.poll(async () => (await read()).status, { timeout: 180_000 }).not.toBe('RUNNING');
    return read();
  }

  /** Imports a file. */
  async function importing(account: TestAccount, kind: string, file: string) {
    const { id } = await preview(account, kind, file);
    const started = await queried(account, `mutation { startImport(id: "${id}") { status } }`);
    expect(started).toMatchObject({ data: { startImport: { status: 'RUNNING' } } });
    return finished(account, id);
  }

  return { send, preview, queried, finished, importing };
}

/** Sends a file with a column and a refused value of this name. */
export async function storeFile(account: Pick<TestAccount, 'call'>, name: string): Promise<{ id: number }> {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const { json } = await account.call('POST', '//import/products', {
    raw: `reference,weight,${quoted}\nA-1,${quoted},1\n`,
  });
  expect(json.status).toBe('success');
  return json.data;
}
