/* Run in GraphiQL's page. Links such as /graphql?query={account{name}}&variables={} open a tab of
   their own; it sends no header, so that it asks as whoever is signed in. */
globalThis.withLink = (options) => {
  const link = new URLSearchParams(location.search);
  const query = link.get('query');
  if (query === null) return options;
  const variables = link.get('variables') ?? undefined;
  const tab = { query, variables, headers: '' };
  return { ...options, query, variables, initialHeaders: '', defaultTabs: [tab, ...options.defaultTabs] };
};
