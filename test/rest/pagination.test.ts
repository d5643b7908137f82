import { describe, expect, it } from 'vitest';
import { linksOf } from '../../src/rest/pagination.ts';
import { routes } from '../../src/rest/routes.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { casesOf } from '../support/hostile/cases.ts';
import { expectData, expectError, expectErrors } from '../support/http/expect-answer.ts';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

/**
 * All that have numbered pages. One is tried with every value, the others once, because they share the rule.
 */
const LISTS = routes
  .filter(({ method, path, query }) => isList(method, path) && query.safeParse({ page: '1' }).success)
  .map(({ path }) => path);
const OTHERS = LISTS.filter((list) => list !== '/products');

describe('a page', () => {
  it('is the first of 20 by default', async () => {
    const account = await createAccount(service);
    await insertProducts(account, 21);
    const answer = await account.call('GET', '/products');
    expect(expectData(answer)).toHaveLength(20);
    const pagination = { page: 1, per_page: 20, total: 21, total_pages: 2, has_more: true };
    expect(answer.json.pagination).toStrictEqual(pagination);
    expect(Object.keys(answer.json)).toEqual(['status', 'data', 'pagination']);
  });

  it.each([1, 2, 3, 7, 100])('of %d partitions the list in one stable order', async (size) => {
    const account = await createAccount(service);
    await insertProducts(account, 7);
    const pages = Math.ceil(7 / size);
    const ids: number[] = [];
    for (let page = 1; page <= pages; page++) {
      const answer = await account.call('GET', `/products?page=${page}&per_page=${size}`);
      ids.push(...expectData(answer).map(({ id }: { id: number }) => id));
      const pagination = { page, per_page: size, total: 7, total_pages: pages, has_more: page < pages };
      expect(answer.json.pagination).toStrictEqual(pagination);
    }
    expect(new Set(ids).size).toBe(7);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it('past the end is empty', async () => {
    const account = await createAccount(service);
    await createProduct(account);
    const answer = await account.call('GET', '/products?page=9&per_page=5');
    expect(expectData(answer)).toEqual([]);
    const pagination = { page: 9, per_page: 5, total: 1, total_pages: 1, has_more: false };
    expect(answer.json.pagination).toStrictEqual(pagination);
    const back = `${service.url}/api/v1/products?page=1&per_page=5`;
    expect(linksIn(answer.headers)).toContainEqual(['prev', back]);
  });

  it.each(LISTS)('of an empty list %s has no pages', async (list) => {
    const account = await createAccount(service);
    const answer = await account.call('GET', `${list}?page=1`);
    expect(expectData(answer)).toEqual([]);
    const pagination = { page: 1, per_page: 20, total: 0, total_pages: 0, has_more: false };
    expect(answer.json.pagination).toStrictEqual(pagination);
    expect(linksIn(answer.headers)).toEqual([['first', `${service.url}/api/v1${list}?page=1&per_page=20`]]);
  });

  it.each(['page=1000&per_page=100', 'page=5000', 'page=100000&per_page=1'])(
    'may be as deep as %s',
    async (query) => {
      const account = await createAccount(service);
      expect(expectData(await account.call('GET', `/products?${query}`))).toEqual([]);
    },
  );

  it.each(['page=1001&per_page=100', 'page=5001', 'page=100001&per_page=1', 'page=9007199254740991'])(
    'may not be as deep as %s',
    async (query) => {
      const account = await createAccount(service);
      const answer = await account.call('GET', `/products?${query}`);
      expectError(answer, 400, 'validation_error', 'page');
      expect(answer.json.error.message).toMatch(/filters.*cursors/);
    },
  );
});

describe('a list refuses', () => {
  it.each(
    casesOf({
      page: ['', '0', '-1', '1.5', 'x', '1e1', '%2B1', ' 1', '0x1', '1&page=2', '9007199254740992', 'null'],
      per_page: ['', '0', '-1', '101', '2.5', 'all', '20&per_page=20'],
      limit: ['5'],
      cursor: [''],
    }),
  )('%s=%s', async (field, value) => {
    const account = await createAccount(service);
    const answer = await account.call('GET', `/products?${field}=${value}`);
    expectError(answer, 400, 'validation_error', field);
  });

  it('both parameters at once', async () => {
    const account = await createAccount(service);
    const answer = await account.call('GET', '/products?per_page=101&page=0');
    expectErrors(answer, 400, 'validation_error', ['page', 'per_page']);
  });
});

describe.each(OTHERS)('GET %s', (list) => {
  it('has the same pages', async () => {
    const account = await createAccount(service);
    expect(expectData(await account.call('GET', `${list}?page=100000&per_page=1`))).toEqual([]);
    const tooDeep = await account.call('GET', `${list}?page=1001&per_page=100`);
    expectError(tooDeep, 400, 'validation_error', 'page');
    const wrong = await account.call('GET', `${list}?limit=5&cursor=&page=0&per_page=101`);
    expectErrors(wrong, 400, 'validation_error', ['limit', 'cursor', 'page', 'per_page']);
  });
});

describe('the Link header', () => {
  it('has the absolute URLs of the pages around this one, with its filters', async () => {
    const account = await createAccount(service);
    await insertProducts(account, 10, 'fruit & veg');
    const filter = 'search=Product+1&category=fruit+%26+veg';
    await insertProducts(account, 9);
    const list = `${service.url}/api/v1/products?category=fruit+%26+veg`;
    const at = (page: number) => `${list}&page=${page}&per_page=3`;
    const links = async (page: number) => {
      const answer = await account.call(
        'GET',
        `/products?category=fruit%20%26%20veg&page=${page}&per_page=3`,
      );
      return linksIn(answer.headers);
    };
    const [first, last] = [
      ['first', at(1)],
      ['last', at(4)],
    ];
    expect(await links(1)).toEqual([first, ['next', at(2)], last]);
    expect(await links(2)).toEqual([first, ['prev', at(1)], ['next', at(3)], last]);
    expect(await links(4)).toEqual([first, ['prev', at(3)], last]);
    const found = await account.call('GET', `/products?${filter}`);
    expect(linksIn(found.headers)[0]![1]).toBe(`${service.url}/api/v1/products?${filter}&page=1&per_page=20`);
  });
});

const PAGE = { page: 2, per_page: 20, total: 100, total_pages: 5, has_more: true };

describe('long texts in a query', () => {
  const zeros = '0'.repeat(8_000);

  it.each([
    [`updated_since=2026-01-01T00:00:00.${zeros}Z`, 'updated_since'],
    [`page=${zeros}1`, 'page'],
    [`per_page=${zeros}1`, 'per_page'],
    [`supermarket_id=${zeros}1`, 'supermarket_id'],
  ])('are refused (%#)', async (query, field) => {
    const account = await createAccount(service);
    expectErrors(await account.call('GET', `/deliveries?${query}`), 400, 'validation_error', [field]);
  });

  it('leave links out of the response that clients would refuse', async () => {
    const account = await createAccount(service);
    await insertProducts(account, 3);
    const search = '%F0%9F%98%80'.repeat(190);
    const { headers } = await account.call('GET', `/products?search=${search}&per_page=1`);
    expect(headers.get('Link')!.length).toBeLessThan(8_000);
    const filters = { search: '😀'.repeat(190 * 3) };
    expect(linksOf('https://a.example', filters, PAGE)).toMatch(/^<[^>]+page=3[^>]+>; rel="next"$/);
    expect(linksOf('https://a.example', { search: filters.search.repeat(2) }, PAGE)).toBe('');
  });
});

describe('GET /supermarkets', () => {
  it('returns all of them unless a page is requested', async () => {
    const account = await createAccount(service);
    for (let count = 0; count < 21; count++) await createSupermarket(account, { branches: [] });
    const all = await account.call('GET', '/supermarkets');
    expect(expectData(all)).toHaveLength(21);
    expect(Object.keys(all.json)).toEqual(['status', 'data']);
    expect(all.headers.get('Link')).toBeNull();
    for (const query of ['page=1', 'per_page=20', 'page=1&per_page=20']) {
      const answer = await account.call('GET', `/supermarkets?${query}`);
      expect(expectData(answer)).toStrictEqual(all.json.data.slice(0, 20));
      expect(answer.json.pagination).toMatchObject({ total: 21, total_pages: 2, has_more: true });
      expect(linksIn(answer.headers).map(([rel]) => rel)).toEqual(['first', 'next', 'last']);
    }
  });
});

describe('the total', () => {
  it('is counted up to 10,000 and estimated beyond', async () => {
    const account = await createAccount(service);
    await insertProducts(account, 10_000);
    const counted = await account.call('GET', '/products?per_page=100');
    const pagination = { page: 1, per_page: 100, total: 10_000, total_pages: 100, has_more: true };
    expect(counted.json.pagination).toStrictEqual(pagination);
    expect(linksIn(counted.headers).map(([rel]) => rel)).toEqual(['first', 'next', 'last']);

    await insertProducts(account, 50, 'late');
    await service.database.pool.query('ANALYZE products');
    const estimated = await account.call('GET', '/products?page=2&per_page=100');
    const { total, total_pages, ...rest } = estimated.json.pagination;
    expect(rest).toStrictEqual({ page: 2, per_page: 100, has_more: true, total_estimated: true });
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThan(11_000);
    expect(total_pages).toBe(Math.ceil(total / 100));
    expect(linksIn(estimated.headers).map(([rel]) => rel)).toEqual(['first', 'prev', 'next']);

    const few = await account.call('GET', '/products?category=late&per_page=100');
    expect(few.json.pagination).toMatchObject({ total: 50, has_more: false });
    expect(few.json.pagination).not.toHaveProperty('total_estimated');
  });
});

function isList(method: string, path: string): boolean {
  return method === 'get' && !path.includes(':');
}

/** Inserts products directly; their numbers continue after the existing ones. */
async function insertProducts({ id }: TestAccount, count: number, category = 'bulk'): Promise<void> {
  await service.database.pool.query(
    `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
     SELECT $1, number, 'Product ' || number, 1, 1, $3
     FROM generate_series((SELECT count(*) + 1 FROM products WHERE account_id = $1),
                          (SELECT count(*) + $2::int FROM products WHERE account_id = $1)) AS number`,
    [id, count, category],
  );
}

/** Returns the pairs of rel and URL, in their order. */
function linksIn(headers: Headers): [rel: string, url: string][] {
  const links = headers.get('Link')!.matchAll(/<([^>]+)>; rel="(\w+)"(?:, |$)/g);
  return [...links].map(([, url, rel]) => [rel!, url!]);
}
