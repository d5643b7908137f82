import type { Router } from 'express';
import { describe, expect, it } from 'vitest';
import { importFileRoutes } from '../../src/export/import-files.ts';
import { exportRoutes } from '../../src/export/routes.ts';
import { fileRoutes } from '../../src/file-routes.ts';
import { importRoutes } from '../../src/import/routes.ts';
import { photoRoutes } from '../../src/pages/receipt/photos.ts';
import { restNameOf } from '../../src/schema/core/noun/names.ts';
import { createAccount } from '../support/service/account.ts';
import { documentedOperations, openApi } from '../support/http/documented.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const operations = documentedOperations().filter(({ isOfFiles }) => isOfFiles);

/** The routers of files, by where the service has them. None of them is called here. */
const ROUTERS: [mount: string, router: Router][] = [
  ['/import', importRoutes({} as never)],
  ['/import', importFileRoutes({} as never)],
  ['/export', exportRoutes({} as never, {} as never)],
  ['/photos', photoRoutes({} as never)],
];

/** Returns `GET /import/:id` and so on, without what only refuses other methods. */
function servedBy([mount, router]: (typeof ROUTERS)[number]): string[] {
  return router.stack.flatMap(({ route }) =>
    (route?.stack ?? []).flatMap(({ method }) =>
      method ? `${method.toUpperCase()} ${mount}${route!.path.replace(/^\/$/, '')}` : [],
    ),
  );
}

const REQUIRED: Record<string, string> = {
  date_from: '2026-01-01',
  date_to: '2026-01-31',
  from: '2026-01-01',
  to: '2026-01-31',
};

describe('the endpoints of files in /openapi.json', () => {
  it('are those that the routers serve, without those that only the page may use', () => {
    const served = new Set(ROUTERS.flatMap(servedBy));
    const known = fileRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(new Set(known)).toEqual(served);
    expect(known).toHaveLength(served.size);
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const expected = fileRoutes
      .filter(({ isOfPage }) => !isOfPage)
      .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(described.toSorted()).toEqual(expected.toSorted());
    expect(described.length).toBeGreaterThan(15);
  });

  it('begin at the public URL, where no path of the API is', () => {
    const items = Object.values(openApi.paths) as { servers?: { url: string }[] }[];
    const servers = items.flatMap(({ servers = [] }) => servers.map(({ url }) => url));
    expect(new Set(servers)).toEqual(new Set(['http://127.0.0.1:3000']));
  });

  it.each(operations)('exist where they are described: $method $path', async ({ method, path }) => {
    const { status } = await request(service.url, method.toUpperCase(), `/${path.replace('{id}', '1')}`);
    expect(status).toBe(401);
  });

  const withQuery = operations.filter(({ parameters }) => parameters.some((each) => each.in === 'query'));

  it.each(withQuery)(
    'have the parameters that the service takes: $method $path',
    async ({ method, path, parameters }) => {
      const account = await createAccount(service);
      const problemsOf = async (query: string) => {
        const { json } = await account.call(method.toUpperCase(), `/${path}?${query}`);
        const { error } = json;
        return (error.details ?? [error]) as { field: string; message: string; problem: string }[];
      };
      const described = parameters.filter((each) => each.in === 'query');
      const [unknown, ...missing] = await problemsOf('colour=red');
      expect(unknown).toMatchObject({ field: 'colour', problem: 'unknown_parameter' });
      const [, list = ''] = /Supported: (.*)$/.exec(unknown!.message) ?? [];
      const unsupported = (await problemsOf('colour=red&on_difference=revise')).filter(
        ({ problem }) => problem === 'not_supported',
      );
      const taken = list
        .split(', ')
        .filter((name) => !unsupported.some(({ field }) => field === name))
        .map(restNameOf);
      expect(new Set(described.map(({ name }) => name))).toEqual(new Set(taken));
      const required = missing
        .filter(({ problem }) => problem === 'required')
        .map(({ field }) => restNameOf(field));
      expect(described.filter((each) => each.required).map(({ name }) => name)).toEqual(required);
    },
  );

  it.each(fileRoutes.filter(({ chapter }) => chapter === 'Exports'))(
    'are open to keys, unless the document leaves them out: $path',
    async ({ path, parameters, isOfPage }) => {
      const account = await createAccount(service);
      const required = Object.entries(parameters).filter(([, rule]) => !rule.isOptional());
      const query = new URLSearchParams(required.map(([name]) => [name, REQUIRED[name] ?? '1']));
      const { status, json } = await account.call('GET', `/${path}?${query}`);
      const needsSession = status === 403 && json.error.problem === 'session_required';
      expect([status, needsSession]).toEqual([expect.toBeOneOf([200, 403, 404]), isOfPage ?? false]);
    },
  );
});
