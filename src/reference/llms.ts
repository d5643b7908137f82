import { ABOUT, API_GUIDES, type Guide, OPERATOR_GUIDES, PAGE_GUIDES } from './guides.ts';

/** Returns /llms.txt: the first facts for a language model, and links to the rest (https://llmstxt.org). */
export function llmsText(publicUrl: string): string {
  const guides = (titles: Partial<Record<Guide, string>>) =>
    Object.entries(titles).map(
      ([name, title]) => `- [${title}](${publicUrl}/docs/${name}.md): ${ABOUT[name as Guide]}`,
    );
  return [
    '# Provender',
    '',
    '> Deliveries to supermarkets, returns and the product catalogue of food suppliers, over REST, GraphQL, webhooks and MCP.',
    '',
    `Every request carries an API key as \`Authorization: Bearer <API_KEY>\`. REST is below ${publicUrl}/api/v1, GraphQL at ${publicUrl}/graphql. Users create keys at ${publicUrl}/settings.`,
    '',
    '## Guides',
    '',
    ...guides(API_GUIDES),
    '',
    '## Reference',
    '',
    `- [OpenAPI document](${publicUrl}/openapi.json): every endpoint of the REST API, with examples`,
    '',
    '## Optional',
    '',
    ...guides(PAGE_GUIDES),
    ...guides(OPERATOR_GUIDES),
    '',
  ].join('\n');
}
