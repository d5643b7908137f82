import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { codeIn, sectionOf, tableOf, textOf } from '../support/text/markdown.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ worker: {} });

it('the table of metrics names exactly our own', async () => {
  const rows = tableOf(sectionOf(textOf('docs/operations.md'), 'Metrics'), 'Name');
  const own = [...(await metrics())].filter((name) => name.startsWith('provender_'));
  expect(new Set(rows.map(([name]) => codeIn(name)))).toEqual(new Set(own));
});

it('the dashboard and the alerts use existing metrics', async () => {
  const { panels } = JSON.parse(textOf('ops/grafana.json')) as { panels: { targets?: { expr: string }[] }[] };
  const { groups } = parse(textOf('ops/alerts.yaml')) as { groups: { rules: { expr: string }[] }[] };
  const asked = [
    ...panels.flatMap(({ targets = [] }) => targets),
    ...groups.flatMap(({ rules }) => rules),
  ].flatMap(({ expr }) => expr.match(/\b(provender|process|nodejs)_\w+/g) ?? []);
  const known = await metrics();
  const unknown = asked.filter(
    (name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')),
  );
  expect(asked.length).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});

async function metrics(): Promise<Set<string>> {
  const { text } = await request(service.url, 'GET', '//metrics');
  return new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name!));
}
