import { BASE_PATH } from './rest/base-path.ts';
import type { Service } from './service.ts';

/**
 * Prints the service's addresses to stdout, and the credentials of a new demo account, or how to create the first one. The ready line comes last, after
 * the credentials are stored.
 */
export async function announce({ url, publicUrl, role, announceDemo, hasAccount }: Service): Promise<void> {
  if (role !== 'worker') {
    print(
      `REST      ${publicUrl}${BASE_PATH}`,
      `GraphiQL  ${publicUrl}/graphql`,
      `Docs      ${publicUrl}/docs`,
      `Settings  ${publicUrl}/settings`,
    );
  }
  await announceDemo?.(({ email, password, key }) =>
    print(
      '',
      'A demo account was created. Its API key is shown this once:',
      `  e-mail    ${email}`,
      `  password  ${password}`,
      `  API key   ${key}`,
      // Browsers send nothing after the # to a server: the page reads the key from it.
      `  GraphiQL  ${publicUrl}/graphql#key=${key}`,
      '',
      `curl -H 'Authorization: Bearer ${key}' ${publicUrl}${BASE_PATH}/deliveries`,
      '',
    ),
  );
  if (!hasAccount && role !== 'worker') {
    print(
      '',
      'There is no account yet. Create one, and an API key:',
      '  npm run -s provender -- account create --email you@example.com --plan business --password -',
      '  npm run -s provender -- key create --account you@example.com --name ERP --scopes all',
      '',
    );
  }
  print(`Provender is ready on ${url}`);
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
