/** The guides to the API, in reading order. */
export const API_GUIDES = {
  quickstart: 'Quickstart',
  authentication: 'Authentication',
  pagination: 'Pagination',
  errors: 'Errors',
  synchronization: 'Synchronization',
  corrections: 'Corrections',
  idempotency: 'Idempotency',
  'conditional-requests': 'Conditional requests',
  'rate-limits': 'Rate limits',
  webhooks: 'Webhooks',
  graphql: 'GraphQL for dashboards',
  'delivery-performance': 'Delivery performance',
  versioning: 'Versioning and deprecation',
} as const;

/** The guides for those who run the service. */
export const OPERATOR_GUIDES = {
  production: 'Production',
  configuration: 'Configuration',
  'command-line': 'Command line',
  operations: 'Operations',
  roadmap: 'Roadmap',
} as const;

export const GUIDES = { ...API_GUIDES, ...OPERATOR_GUIDES };

export type Guide = keyof typeof GUIDES;

export function isGuide(name: string): name is Guide {
  return Object.hasOwn(GUIDES, name);
}
