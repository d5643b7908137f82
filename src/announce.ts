import { BASE_PATH } from './rest/base-path.ts';
import { isBuilt, PAGES } from './pages/built-folder.ts';
import type { Service } from './service.ts';
import { PROVENDER } from './version.ts';

const NOT_BUILT =
  'Pages that are not listed (GraphiQL, /docs, /settings) are not built. "npm ci" builds them; after it, "npm prune --omit=dev" removes the tools.';

/**
 * Prints the service's addresses to stdout, and the credentials of a new demo account, or how to create the
 * first one. The ready line comes last, after the credentials are stored.
 */
export async function announce({ url, publicUrl, role, announceDemo, hasAccount }: Service): Promise<void> {
  if (role !== 'worker') {
    printLines(
      `REST      ${publicUrl}${BASE_PATH}`,
      ...(isBuilt('graphql') ? [`GraphiQL  ${publicUrl}/graphql`] : [`GraphQL   ${publicUrl}/graphql`]),
      ...(isBuilt('docs') ? [`Docs      ${publicUrl}/docs`] : [`OpenAPI   ${publicUrl}/openapi.json`]),
      ...(isBuilt('settings') ? [`Settings  ${publicUrl}/settings`] : []),
    );
    if (!PAGES.every(isBuilt)) printLines('', NOT_BUILT);
  }
  await announceDemo?.(({ email, password, key }) =>
    printLines(
      '',
      'A demo account was created. Its API key is shown this once:',
      `  e-mail    ${email}`,
      `  password  ${password}`,
      `  API key   ${key}`,
      // Browsers send nothing after the # to a server: the page reads the key from it.
      ...(isBuilt('graphql') ? [`  GraphiQL  ${publicUrl}/graphql#key=${key}`] : []),
      '',
      `curl -H 'Authorization: Bearer ${key}' ${publicUrl}${BASE_PATH}/deliveries`,
      '',
    ),
  );
  if (!hasAccount && role !== 'worker') {
    printLines(
      '',
      'There is no account yet. Create one, and an API key:',
      `  ${PROVENDER} account create --email you@example.com --plan business --password -`,
      `  ${PROVENDER} key create --account you@example.com --name ERP --scopes all`,
      '',
    );
  }
  printLines(`Provender is ready on ${url}`);
}

function printLines(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
