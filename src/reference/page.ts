import { type Guide, GUIDES } from './guides.ts';
import { htmlOf } from './render-guide.ts';

/** Whatever would send something elsewhere is off. */
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

/** Where the pages' script and style are. */
interface PageAssets {
  script: string;
  style: string;
}

/** The reference of the REST interface, for a browser. */
export function referencePage({ script, style }: PageAssets): string {
  const configuration = JSON.stringify(SCALAR).replaceAll('"', '&quot;');
  return page(
    'Reference',
    style,
    `<script id="api-reference" data-url="/openapi.json" data-configuration="${configuration}"></script>
<script src="${script}"></script>`,
  );
}

/** A guide as a page, with a way to the others. */
export function guidePage(guide: Guide, { style }: PageAssets): string {
  return page(
    GUIDES[guide],
    style,
    `<nav>${navigation(guide)}</nav>
<main>${htmlOf(guide)}</main>`,
  );
}

function navigation(here: Guide): string {
  const guides = Object.entries(GUIDES).map(([name, title]) => {
    const current = name === here ? ' aria-current="page"' : '';
    return `<a href="/docs/${name}"${current}>${title}</a>`;
  });
  return ['<a class="home" href="/docs">Provender</a>', ...guides, '<a href="/docs">Reference</a>'].join(
    '\n',
  );
}

function page(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Provender</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body>
${body}
</body>
</html>
`;
}
