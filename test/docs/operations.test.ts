import { expect, it } from 'vitest';
import { codeIn, sectionOf, tableOf, textOf } from '../support/markdown.ts';
import { request } from '../support/http.ts';
import { useService } from '../support/service.ts';

const service = useService({ worker: {} });

it('the table of metrics names exactly our own', async () => {
  const rows = tableOf(sectionOf(textOf('docs/operations.md'), 'Metrics'), 'Name');
  const { text } = await request(service.url, 'GET', '//metrics');
  const own = [...text.matchAll(/^# TYPE (provender_\w+)/gm)].map(([, name]) => name);
  expect(new Set(rows.map(([name]) => codeIn(name)))).toEqual(new Set(own));
});
