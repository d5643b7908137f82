import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { EVENTS, type EventType } from '../src/schema/core/event/events.ts';
import { PAYLOADS } from '../src/schema/exchange/live-event/payloads.ts';
import type { Route } from '../src/rest/route.ts';
import { templateOf } from '../src/reference/operation.ts';
import { limitRows, WING_NAMES } from './limits-table.ts';

type Cells = string[];

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  minProperties?: number;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  parameters: { name?: string; in?: string; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Writes the generated tables of the guides, between `<!-- table: NAME -->` and `<!-- end -->`. */
export function writeTables(routes: readonly Route[], document: Document): void {
  write('docs/webhooks.md', 'events', ['Event', 'When', '`data`'], eventRows());
  const heads = ['Endpoint', 'Scope', 'Filters or body'];
  const others = routes.filter((route) => !ofWebhooks(route));
  write('docs/rest.md', 'endpoints', heads, endpointRows(others, document));
  write('docs/webhooks.md', 'endpoints', heads, endpointRows(routes.filter(ofWebhooks), document));
  write('docs/import.md', 'options', ['Query parameter', 'Meaning'], optionRows(document));
  for (const wing of WING_NAMES) write('docs/limits.md', wing, ['Limit', 'Value'], limitRows(wing));
  execFileSync('oxfmt', ['docs/import.md', 'docs/limits.md', 'docs/webhooks.md', 'docs/rest.md']);
}

function ofWebhooks({ path }: Route): boolean {
  return path.startsWith('/webhooks');
}

function write(file: string, name: string, heads: Cells, rows: Cells[]): void {
  const text = readFileSync(file, 'utf8');
  const [before, rest] = text.split(`<!-- table: ${name} -->\n`);
  if (rest === undefined) throw new Error(`${file} has no place for the table ${name}`);
  const line = (cells: Cells) => `| ${cells.join(' | ')} |`;
  const table = [heads, heads.map(() => '---'), ...rows].map(line).join('\n');
  const after = rest.slice(rest.indexOf('<!-- end -->'));
  writeFileSync(file, `${before}<!-- table: ${name} -->\n\n${table}\n\n${after}`);
}

function eventRows(): Cells[] {
  const rows = Object.entries(EVENTS).map(([type, { when }]) => [
    `\`${type}\``,
    when,
    Object.keys(PAYLOADS[type as EventType].data)
      .map((name) => `\`${name}\``)
      .join(', '),
  ]);
  return [...rows, ['`webhook.test`', 'A test event was requested', '`webhook_id`']];
}

/** Files of deliveries have all options. */
function optionRows({ paths }: Document): Cells[] {
  const { parameters } = paths['/import/deliveries']!.post!;
  return parameters
    .filter((each) => each.in === 'query')
    .map(({ name, description = '' }) => [`\`${name}\``, description.replace(/\.$/, '')]);
}

function endpointRows(routes: readonly Route[], { paths, components }: Document): Cells[] {
  return routes.map((route) => {
    const operation = paths[templateOf(route)]![route.method]!;
    const filters = operation.parameters
      .filter((each) => each.in === 'query')
      .map(({ name }) => `\`${name}\``);
    const body = operation.requestBody?.content['application/json']!.schema;
    return [
      `\`${route.method.toUpperCase()} ${route.path}\``,
      route.scope ? `\`${route.scope}\`` : 'any',
      body ? bodyIn(body) : filters.filter((name) => !/`(per_)?page`/.test(name)).join(', '),
    ];
  });

  function bodyIn(body: Schema): string {
    const { properties = {}, required = [], minProperties } = resolved(body);
    const optional = (name: string) => (required.includes(name) || minProperties ? '' : '?');
    const fields = Object.entries(properties).map(([name, schema]) => {
      const items = itemsOf(schema);
      return items ? `\`${name}${optional(name)}: [${items}]\`` : `\`${name}\`${optional(name)}`;
    });
    return `${minProperties ? 'at least one of ' : ''}${fields.join(', ')}`;
  }

  function itemsOf(schema: Schema): string | undefined {
    const list = schema.items ?? schema.anyOf?.find(({ items }) => items)?.items;
    const { properties, required = [] } = list ? resolved(list) : {};
    const names = Object.keys(properties ?? {}).map((name) => name + (required?.includes(name) ? '' : '?'));
    return names.length > 0 ? `{${names.join(', ')}}` : undefined;
  }

  function resolved(schema: Schema): Schema {
    return schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
  }
}
