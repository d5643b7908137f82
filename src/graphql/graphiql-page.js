/* Runs in GraphiQL's page, before GraphiQL. It is built together with `PAGE`: the options of GraphiQL
   and the addresses of its workers. */
import { isOnlyQueries } from './only-queries.ts';

// The build replaces PAGE wherever it stands.
const page = PAGE;
const link = new URLSearchParams(location.search);
const isLink = link.has('query');
const keyIn = (hash) => new URLSearchParams(hash.slice(1)).get('key');
const key = keyIn(location.hash);

// Removes the key from the address at once, so that it is in no history, bookmark or screenshot.
if (key !== null) history.replaceState(null, '', location.pathname + location.search);
// The same link was opened again while the page was open.
addEventListener('hashchange', () => keyIn(location.hash) !== null && location.reload());

// Stores nothing: GraphiQL would keep keys with its tabs.
const kept = new Map();
const storage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => kept.set(name, value),
  removeItem: (name) => kept.delete(name),
  clear: () => kept.clear(),
  get length() {
    return kept.size;
  },
};

// The author of a link must not act as its reader: without a key, a request uses the session.
const send = globalThis.fetch;
globalThis.fetch = (target, options = {}) => {
  const needsConsent =
    isLink && !new Headers(options.headers).has('Authorization') && !isOnlyQueries(options.body);
  const question =
    'This page was opened by a link. Run this operation, which is not only a query, as the account that is signed in?';
  if (needsConsent && !confirm(question)) return Promise.reject(new Error('The operation was not run.'));
  return send(target, options);
};

/** Links such as /graphql?query={account{name}}&variables={} open a tab of their own. */
function linkedTab(headers) {
  return { query: link.get('query'), variables: link.get('variables') ?? undefined, headers };
}

addEventListener('DOMContentLoaded', () => {
  const headers = key === null ? '' : JSON.stringify({ Authorization: `Bearer ${key}` }, null, 2);
  const examples = page.options.defaultTabs.map((tab) => ({ ...tab, headers }));
  const first = isLink ? linkedTab(headers) : undefined;
  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    ...page.options,
    ...first,
    headers,
    initialHeaders: headers,
    defaultTabs: first ? [first, ...examples] : examples,
    shouldPersistHeaders: false,
    storage,
  });
});

globalThis.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => page.workers[label] };
