import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  css,
  editorWorkerService,
  graphqlWorker,
  js,
  jsonWorker,
} from '@graphql-yoga/render-graphiql/graphiql';
import { build, minify, type Rolldown } from 'vite';
import { type BuiltFile, hashed } from './built-file.ts';

const SOURCE = fileURLToPath(new URL('../../src/graphql', import.meta.url));
const VARIABLES: Record<string, object> = { FindProducts: { search: 'bread' } };
/** Raises the contrast of texts to 4.5 and of icons to 3; GraphiQL's own are 4.3 and 2.4. */
const CONTRAST = `
.graphiql-container,.graphiql-dialog,.graphiql-dialog-overlay,.graphiql-tooltip,[data-radix-popper-content-wrapper]{--alpha-secondary:.85;--alpha-tertiary:.7}
.graphiql-container .monaco-editor .line-numbers{color:hsla(var(--color-neutral),var(--alpha-secondary))}`;
/** The colours of the editor with more contrast: comments in the dark theme, numbers in the light one. */
const COLOURS = { '608B4E': '7FAE6B', '098658': '07774E' };
const FONT = /url\((data:font\/(\w+);base64,([^)]+))\)/g;

/**
 * Returns GraphiQL as a page of a few kilobytes with its scripts, styles, fonts and workers as separate
 * files. Its package embeds all of them in one page of 9 MB.
 */
export async function graphiqlFiles(): Promise<BuiltFile[]> {
  const workers = {
    editorWorkerService: hashed('editor-worker', 'js', await smaller(editorWorkerService)),
    json: hashed('json-worker', 'js', await smaller(jsonWorker)),
    graphql: hashed('graphql-worker', 'js', await smaller(graphqlWorker)),
  };
  const page = {
    options: { title: 'Provender', defaultTabs: examples(), defaultEditorToolsVisibility: 'headers' },
    workers: Object.fromEntries(
      Object.entries(workers).map(([label, { path }]) => [label, `/graphql/${path}`]),
    ),
  };
  const start = hashed('page', 'js', await bundled(`${SOURCE}/graphiql-page.js`, page));
  const library = hashed('graphiql', 'js', await smaller(recoloured(js)));
  const fonts: BuiltFile[] = [];
  const styles = css.replaceAll(FONT, (_url, _data, type: string, base64: string) => {
    const font = hashed('font', type, Buffer.from(base64, 'base64'));
    fonts.push(font);
    return `url(/graphql/${font.path})`;
  });
  const style = hashed('graphiql', 'css', styles + CONTRAST);
  return [
    { path: 'index.html', content: html(style, start, library) },
    style,
    start,
    library,
    ...Object.values(workers),
    ...fonts,
  ];
}

function html(style: BuiltFile, start: BuiltFile, library: BuiltFile): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Provender</title>
<link rel="icon" href="data:,">
<script src="/graphql/${start.path}"></script>
<link rel="stylesheet" href="/graphql/${style.path}">
<script defer src="/graphql/${library.path}"></script>
</head>
<body class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
<div id="root"></div>
</body>
</html>
`;
}

function recoloured(script: string): string {
  return Object.entries(COLOURS).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the editor no longer has the colour ${from}`);
    return text.replaceAll(from, to);
  }, script);
}

/** Returns a script with everything it imports, which runs before the page is parsed. */
async function bundled(entry: string, page: object): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'start' };
  const results = await build({
    configFile: false,
    logLevel: 'warn',
    define: { PAGE: JSON.stringify(page), 'process.env.NODE_ENV': '"production"' },
    build: { lib, write: false },
  });
  const [{ output }] = results as [Rolldown.RolldownOutput];
  return output[0].code;
}

/** Minifies the package's scripts, which saves a twentieth. */
async function smaller(script: string): Promise<string> {
  const { code, errors } = await minify('script.js', script);
  if (errors.length > 0) throw errors[0]!;
  return code;
}

/** Returns the queries that GraphiQL opens with, one per tab. */
function examples() {
  return globSync('*.graphql', { cwd: `${SOURCE}/examples` })
    .toSorted()
    .map((file) => {
      const query = readFileSync(`${SOURCE}/examples/${file}`, 'utf8');
      const [, name = ''] = /(?:query|subscription) (\w+)/.exec(query) ?? [];
      const variables = VARIABLES[name];
      return { query, ...(variables && { variables: JSON.stringify(variables, null, 2) }) };
    });
}
