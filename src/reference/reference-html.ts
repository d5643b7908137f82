import { htmlIn } from './render-guide.ts';
import { escaped, table } from './html.ts';
import { fieldsOf, type Schema, typeOf } from './schema-html.ts';
import type { Json } from './schemas.ts';

/** A resource in the reference. */
export interface Chapter {
  title: string;
  html: string;
  /** The endpoints, by the ids of their headings. */
  links: { id: string; title: string }[];
}

interface JsonContent {
  'application/json': { schema: Schema; example?: unknown };
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  parameters: Parameter[];
  requestBody?: { content: JsonContent };
  responses: Record<string, { $ref?: string; description: string; content?: JsonContent }>;
}

interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: Record<string, Record<string, OpenApiOperation>>;
  components: Record<string, Record<string, object>>;
}

/** Returns the endpoints and callbacks of an OpenAPI document. */
export function operationsOf(json: Json): (OpenApiOperation & { path: string; method: string })[] {
  const { paths, webhooks } = json as unknown as Document;
  return [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
  );
}

/** Returns an OpenAPI document as HTML, one chapter per tag. */
export function chaptersOf(json: Json): Chapter[] {
  const document = json as unknown as Document;
  const operations = operationsOf(json);
  return document.tags.map(({ name, description }) => {
    const own = operations.filter(({ tags }) => tags[0] === name);
    const sections = own.map((operation) => sectionOf(document, operation));
    return {
      title: name,
      html: `<h2 id="${name.toLowerCase()}">${name}</h2>\n<p>${escaped(description)}</p>\n${sections.join('\n')}`,
      links: own.map(({ operationId, summary }) => ({ id: operationId, title: escaped(summary) })),
    };
  });
}

function sectionOf(
  document: Document,
  operation: OpenApiOperation & { path: string; method: string },
): string {
  const { operationId, summary, description, path, method, tags, requestBody, responses } = operation;
  const isEndpoint = path in document.paths;
  const verb = method.toUpperCase();
  const at = `${verb} /api/v1${path}`;
  const tryAt = `/docs/try#tag/${tags[0].toLowerCase().replaceAll(' ', '-')}/${verb}${path}`;
  return `<section aria-labelledby="${operationId}">
<h3 id="${operationId}">${escaped(summary)}</h3>
${isEndpoint ? `<p class="endpoint"><code>${at}</code> <a href="${escaped(tryAt)}" aria-label="Try it: ${escaped(summary)}">Try it</a></p>` : ''}
${htmlIn(description)}
${parametersOf(document, operation)}
${requestBody ? contentOf(document, 'Body', requestBody.content) : ''}
${Object.entries(responses)
  .map(([status, response]) => responseOf(document, status, response))
  .join('\n')}
</section>`;
}

function parametersOf(document: Document, { parameters }: OpenApiOperation): string {
  const rows = parameters
    .map((each) => resolved(document, each))
    .map(({ name, in: place, required, schema, description }) => [
      `<code>${name}</code>${required ? ' <em>required</em>' : ''}`,
      place,
      typeOf(schema),
      htmlIn(description ?? ''),
    ]);
  return rows.length > 0 ? `<h4>Parameters</h4>\n${table(['Name', 'In', 'Type', 'Description'], rows)}` : '';
}

function contentOf(document: Document, title: string, content: JsonContent): string {
  const { schema, example } = content['application/json'];
  const fields = fieldsOf(schema, (each) => resolved(document, each));
  return [
    `<h4>${title}</h4>`,
    fields.length > 0 ? table(['Field', 'Type', 'Description'], fields) : '',
    example === undefined ? '' : codeOf(example),
  ].join('\n');
}

function responseOf(
  document: Document,
  status: string,
  shared: OpenApiOperation['responses'][string],
): string {
  const { description, content } = resolved(document, shared);
  if (status === '200' || status === '201') return contentOf(document, `Response ${status}`, content!);
  return `<h4>Response ${status}</h4>\n${htmlIn(description)}`;
}

function codeOf(value: unknown): string {
  return `<pre tabindex="0"><code>${escaped(JSON.stringify(value, null, 2))}</code></pre>`;
}

function resolved<T extends { $ref?: string }>({ components }: Document, each: T): T {
  const [, , kind, name] = each.$ref?.split('/') ?? [];
  return kind && name ? (components[kind]![name] as T) : each;
}
