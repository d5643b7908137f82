import { API_GUIDES, type Guide, GUIDES, OPERATOR_GUIDES, PAGE_GUIDES } from './guides.ts';
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

/** The URLs of what the pages load. */
interface PageAssets {
  /** The script of the page to try requests. */
  script: string;
  style: string;
  /** The script of the search, and the index that it reads on first use. */
  search: string;
  searchIndex: string;
}

/** Returns the reference of the REST API as plain HTML, from its OpenAPI document. */
export function referencePage(document: Json, assets: PageAssets): string {
  const chapters = chaptersOf(document);
  return page(
    'Reference',
    assets.style,
    `<nav aria-label="Documentation">${navigation(assets, 'reference', chapters)}</nav>
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
export function guidePage(guide: Guide, assets: PageAssets): string {
  return page(
    GUIDES[guide],
    assets.style,
    `<nav aria-label="Documentation">${navigation(assets, guide)}</nav>
<main>${htmlOf(guide)}</main>`,
    `<link rel="alternate" type="text/markdown" href="/docs/${guide}.md">\n`,
  );
}

function navigation(assets: PageAssets, here: Guide | 'reference', chapters: Chapter[] = []): string {
  const links = (guides: Record<string, string>) =>
    Object.entries(guides).map(([name, title]) => link(`/docs/${name}`, title, name === here));
  const operations = chapters.map(
    ({ title, links }) =>
      `<details><summary>${title}</summary>${links.map(({ id, title }) => link(`#${id}`, title)).join('\n')}</details>`,
  );
  return [
    '<a class="home" href="/docs">Provender</a>',
    searchForm(assets),
    ...links(API_GUIDES),
    link('/docs', 'Reference', here === 'reference'),
    ...operations,
    link('/docs/try', 'Try it'),
    '<b>Work on the page</b>',
    ...links(PAGE_GUIDES),
    '<b>Run the service</b>',
    ...links(OPERATOR_GUIDES),
  ].join('\n');
}

/** The script shows the form, because it does nothing without it. */
function searchForm({ search, searchIndex }: PageAssets): string {
  return `<form role="search" hidden data-index="${searchIndex}">
<input type="search" aria-label="Search the documentation" placeholder="Search (press /)" autocomplete="off" spellcheck="false">
<div role="status"></div>
<ul></ul>
</form>
<script src="${search}" defer></script>`;
}

function link(href: string, title: string, isHere = false): string {
  return `<a href="${href}"${isHere ? ' aria-current="page"' : ''}>${title}</a>`;
}

function page(title: string, style: string, body: string, links = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${title}: documentation of Provender's REST API, GraphQL API and webhooks">
<title>${title} · Provender</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${style}">
<link rel="describedby" type="text/plain" href="/llms.txt">
${links}</head>
<body>
${body}
</body>
</html>
`;
}
