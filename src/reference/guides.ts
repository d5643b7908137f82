/** The guides, in reading order. */
export const GUIDES = {
  quickstart: 'Quickstart',
  authentication: 'Authentication',
  pagination: 'Pagination',
  errors: 'Errors',
  idempotency: 'Idempotency',
  'conditional-requests': 'Conditional requests',
  'rate-limits': 'Rate limits',
  webhooks: 'Webhooks',
  graphql: 'GraphQL for dashboards',
  versioning: 'Versioning and deprecation',
} as const;

export type Guide = keyof typeof GUIDES;

export function isGuide(name: string): name is Guide {
  return Object.hasOwn(GUIDES, name);
}
