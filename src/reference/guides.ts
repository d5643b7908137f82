/** The address of the service in the guides: that of a service with the default settings. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:3000';

/** The guides to the API, in reading order. */
export const API_GUIDES = {
  quickstart: 'Quickstart',
  authentication: 'Authentication',
  pagination: 'Pagination',
  errors: 'Errors',
  'request-log': 'Request log',
  synchronization: 'Synchronization',
  'standing-orders': 'Standing orders',
  receipts: 'Receipts',
  import: 'Import files',
  'closed-days': 'Closed days and cut-offs',
  prices: 'Agreed prices',
  corrections: 'Corrections',
  crates: 'Crates and pallets',
  tours: 'Tours',
  idempotency: 'Idempotency',
  'conditional-requests': 'Conditional requests',
  'rate-limits': 'Rate limits',
  limits: 'Limits',
  webhooks: 'Webhooks',
  graphql: 'GraphQL for dashboards',
  'delivery-performance': 'Delivery performance',
  traceability: 'Traceability',
  assistants: 'Assistants',
  versioning: 'Versioning and deprecation',
} as const;

/** The guides for those who work on the page. */
export const PAGE_GUIDES = {
  clerk: 'For clerks',
  driver: 'For drivers',
  owner: 'For owners',
  settings: 'The web page',
  people: 'People',
} as const;

/** The guides for those who run the service. */
export const OPERATOR_GUIDES = {
  production: 'Production',
  configuration: 'Configuration',
  'command-line': 'Command line',
  operations: 'Operations',
  containers: 'Containers',
  scaling: 'Scaling',
  security: 'Security',
  reliability: 'Reliability',
  performance: 'Performance',
  roadmap: 'Roadmap',
} as const;

export const GUIDES = { ...API_GUIDES, ...PAGE_GUIDES, ...OPERATOR_GUIDES };

export type Guide = keyof typeof GUIDES;

/** The subject of each guide, for programs that choose guides to read. */
export const ABOUT: Record<Guide, string> = {
  quickstart: 'from an empty account to a delivery and a return, in five requests',
  authentication: 'API keys, scopes, expiry, rotation',
  pagination: 'numbered pages, cursors, and whole lists as CSV',
  errors: 'every error code, and what to do about it',
  'request-log': 'what your requests did in the last days, and why they failed',
  synchronization: 'sending records by your own numbers, repeatedly',
  'standing-orders': 'deliveries that repeat, single dates of them, and closed days',
  receipts: 'recording what arrived, also by a link without signing in',
  import: 'products, supermarkets and deliveries from CSV and Excel files',
  'closed-days': 'days without deliveries, and until when deliveries are ordered',
  prices: 'prices for a supermarket and a period, and which price a delivery has',
  corrections: 'revising deliveries, archiving, undoing mistakes',
  crates: 'crates and pallets that go out and come back: balances, statements, differences',
  tours: 'tours of a day: plans, templates, what drivers see',
  idempotency: 'retrying writes without doing anything twice',
  'conditional-requests': 'reading only what changed, and overwriting nothing',
  'rate-limits': 'the limits of each plan, and the headers that show them',
  limits: 'the sizes of texts, lists, files and calls',
  webhooks: 'events, signatures, retries, recovery',
  graphql: 'queries, figures, live events, limits and points',
  'delivery-performance': 'on time, in full, and how the figures are computed',
  traceability: 'lots, where they went, and what authorities ask for',
  people: 'inviting people, roles, drivers, forgotten passwords, second factors',
  clerk: 'a day in the office: dispatch, orders, changes',
  driver: 'stops on a phone, also without a network',
  owner: 'setting a company up, and what to look at each week',
  settings: 'the page for people: shortcuts, what is on it, who sees what',
  assistants: 'the Model Context Protocol: tools for AI assistants, and how to connect them',
  versioning: 'what can change, and how it is announced',
  production: 'a checklist for running the service',
  configuration: 'every environment variable',
  'command-line': 'every command for operators',
  operations: 'backups, upgrades, and what to do when something is wrong',
  containers: 'running the service with podman or docker',
  scaling: 'several processes and machines, poolers, replicas, failover',
  security: 'reporting a vulnerability, and what is guaranteed',
  reliability: 'what is guaranteed when something fails, with the commands that test it',
  performance: 'what requests cost',
  roadmap: 'what Provender does not do yet',
};

/** Returns the path of a guide's source in the repository. */
export function sourceOf(guide: Guide): string {
  return guide === 'security' ? 'SECURITY.md' : `docs/${guide}.md`;
}

export function isGuide(name: string): name is Guide {
  return Object.hasOwn(GUIDES, name);
}

/** Returns the text of a guide with the address of this service, unless it is for operators. */
export function withAddress(guide: Guide, text: string, publicUrl: string): string {
  return guide in API_GUIDES || guide in PAGE_GUIDES
    ? text.replaceAll(DEFAULT_ADDRESS, () => publicUrl)
    : text;
}
