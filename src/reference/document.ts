import { CHAPTERS } from '../schema/core/nouns.ts';
import { BASE_PATH } from '../rest/base-path.ts';
import { FILE_CHAPTERS, type FileRoute } from '../rest/file-route.ts';
import type { Route } from '../rest/route.ts';
import { callbackItems } from './callbacks.ts';
import { fileOperationOf } from './file-operation.ts';
import { API_GUIDES } from './guides.ts';
import { HEADER_PARAMETERS, RESPONSE_HEADERS } from './headers.ts';
import { chapterOf, openApiOperation, templateOf } from './operation.ts';
import { createSchemas, type Json } from './schemas.ts';

const API_VERSION = '1.0.0-beta';

const CALLBACKS = 'The requests that Provender sends to webhooks.';

/** The routes that serve the endpoints: below the base path, and those of files, each with its whole path. */
interface Endpoints {
  routes: readonly Route[];
  fileRoutes: readonly FileRoute[];
}

/** Describes the REST interface as OpenAPI 3.1, generated from the routes and schemas that serve it. */
export function openApiOf({ routes, fileRoutes }: Endpoints, publicUrl: string): Json {
  const schemas = createSchemas();
  const responses: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    (paths[templateOf(route)] ??= {})[route.method] = openApiOperation(route, schemas, responses);
  }
  const ofFiles = fileRoutes.filter(({ isOfPage }) => !isOfPage);
  for (const route of ofFiles) {
    const item = (paths[templateOf(route)] ??= { servers: [{ url: publicUrl }] });
    item[route.method] = fileOperationOf(route, schemas, responses);
  }
  const webhooks = callbackItems(schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Provender',
      version: API_VERSION,
      description: introductionOf(publicUrl),
      contact: { name: 'Provender', url: `${publicUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl + BASE_PATH }],
    externalDocs: { description: 'Guides', url: `${publicUrl}/docs/quickstart` },
    tags: tagsOf(routes, ofFiles),
    paths,
    webhooks,
    components: {
      schemas: schemas.named,
      responses,
      parameters: HEADER_PARAMETERS,
      headers: RESPONSE_HEADERS,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'prv_…',
          description: 'An API key. Each endpoint names the scope that the key needs.',
        },
      },
    },
  };
}

function tagsOf(routes: readonly Route[], ofFiles: readonly FileRoute[]): Json[] {
  const chapters = [...new Set(routes.map(chapterOf))].map((name) => ({
    name,
    description: CHAPTERS[name.toLowerCase()],
  }));
  const names = [...new Set(ofFiles.map(({ chapter }) => chapter))];
  const files = names.map((name) => ({ name, description: FILE_CHAPTERS[name] }));
  return [...chapters, ...files, { name: 'Callbacks', description: CALLBACKS }];
}

/** Returns the introduction of the reference. */
function introductionOf(origin: string): string {
  const docs = `${origin}/docs`;
  const guides = Object.entries(API_GUIDES).map(([name, title]) => `[${title}](${docs}/${name})`);
  return `Deliveries, returns and the product catalogue of food suppliers.

Send your API key as \`Authorization: Bearer <API_KEY>\`. Bodies are JSON objects with exactly the documented fields.
Every response has a \`status\`: \`success\` with \`data\`, or \`error\` with an \`error\`. Amounts have at most two decimals, timestamps are ISO 8601 in UTC.
\`HEAD\` works where \`GET\` does. Other methods get 405 \`method_not_allowed\` with \`Allow\`.

Imports, exports and photos are files, beside the API: their paths begin at \`${origin}\`, their \`servers\`. With a client that ignores these, use that as a second base URL.

Texts are trimmed and stored in Unicode NFC. They need a visible character, and cannot have control characters, noncharacters or lone surrogates; notes, descriptions and addresses keep tabs and line breaks.

Guides: ${guides.join(' · ')}`;
}
