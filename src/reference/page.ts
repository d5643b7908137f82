import { type Guide, GUIDES } from './guides.ts';
import { type Chapter, chaptersOf } from './reference-html.ts';
import { htmlOf } from './render-guide.ts';
import type { Json } from './schemas.ts';

/** Everything that would contact another server is off. */
const SCALAR = {
  url: '/openapi.json',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: 'apiKey' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'direct',
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
};

/** The URLs of the script and the style. */
interface PageAssets {
  script: string;
  style: string;
}

/** Returns the reference of the REST API as plain HTML, from its OpenAPI document. */
export function referencePage(document: Json, { style }: PageAssets): string {
  const chapters = chaptersOf(document);
  return page(
    'Reference',
    style,
    `<nav aria-label="Documentation">${navigation('reference', chapters)}</nav>
<main>
<h1>Reference</h1>
<p>Every request carries an <a href="/docs/authentication">API key</a> as <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Bodies are JSON objects with exactly the documented fields. Amounts are in the account's currency with at most two decimals, timestamps are ISO 8601 in UTC. Responses may gain fields: ignore those that you do not know.</p>
<p>For programs: <a href="/openapi.json">openapi.json</a>. To send requests from your browser: <a href="/docs/try">try it</a>.</p>
${chapters.map(({ html }) => html).join('\n')}
</main>`,
  );
}

/** Returns the page for trying requests. */
export function tryPage({ script, style }: PageAssets): string {
  const configuration = JSON.stringify(SCALAR).replaceAll('"', '&quot;');
  return page(
    'Try it',
    style,
    `<header class="bar"><a class="home" href="/docs">Provender</a> <a href="/docs">Reference</a> <a href="/docs/quickstart">Guides</a></header>
<script id="api-reference" data-url="/openapi.json" data-configuration="${configuration}"></script>
<script src="${script}"></script>`,
  );
}

/** Returns the page of a guide, with links to the others. */
export function guidePage(guide: Guide, { style }: PageAssets): string {
  return page(
    GUIDES[guide],
    style,
    `<nav aria-label="Documentation">${navigation(guide)}</nav>
<main>${htmlOf(guide)}</main>`,
  );
}

function navigation(here: Guide | 'reference', chapters: Chapter[] = []): string {
  const guides = Object.entries(GUIDES).map(([name, title]) => link(`/docs/${name}`, title, name === here));
  const operations = chapters.map(
    ({ title, links }) =>
      `<details><summary>${title}</summary>${links.map(({ id, title }) => link(`#${id}`, title)).join('\n')}</details>`,
  );
  return [
    '<a class="home" href="/docs">Provender</a>',
    ...guides,
    link('/docs', 'Reference', here === 'reference'),
    ...operations,
    link('/docs/try', 'Try it'),
  ].join('\n');
}

function link(href: string, title: string, isHere = false): string {
  return `<a href="${href}"${isHere ? ' aria-current="page"' : ''}>${title}</a>`;
}

function page(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${title}: documentation of Provender's REST API, GraphQL API and webhooks">
<title>${title} · Provender</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${style}">
</head>
<body>
${body}
</body>
</html>
`;
}
