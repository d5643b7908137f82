import { API_GUIDES, type Guide, GUIDES, OPERATOR_GUIDES, PAGE_GUIDES } from './guides.ts';
import { guideHtml } from './render-guide.ts';

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

/** The URLs of the files that the pages load. */
interface PageAssets {
  /** The script of the reference. */
  script: string;
  style: string;
  /** The script of the search, and the index that it reads on first use. */
  search: string;
  searchIndex: string;
}

/** Returns the reference of the REST API: Scalar shows the OpenAPI document, and sends requests. */
export function referencePage({ script, style }: PageAssets): string {
  const configuration = JSON.stringify(SCALAR).replaceAll('"', '&quot;');
  return page(
    'Reference',
    style,
    `<header class="bar"><a class="home" href="/docs">Provender</a> <a href="/docs/quickstart">Guides</a> <a href="/openapi.json">openapi.json</a></header>
<noscript><p class="bar">The reference needs JavaScript. Without it, read <a href="/openapi.json">openapi.json</a> or the <a href="/docs/quickstart">guides</a>.</p></noscript>
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
<main>${guideHtml(guide)}</main>`,
    `<link rel="alternate" type="text/markdown" href="/docs/${guide}.md">\n`,
  );
}

function navigation(assets: PageAssets, here: Guide): string {
  const links = (guides: Record<string, string>) =>
    Object.entries(guides).map(([name, title]) => link(`/docs/${name}`, title, name === here));
  return [
    '<a class="home" href="/docs">Provender</a>',
    searchForm(assets),
    ...links(API_GUIDES),
    link('/docs', 'Reference'),
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
