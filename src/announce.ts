import { BASE_PATH } from './rest/base-path.ts';
import type { Service } from './service.ts';

/**
 * Prints the service's addresses to stdout, and the credentials of a new demo account. The ready line comes last, after
 * the credentials are stored.
 */
export async function announce({ url, publicUrl, role, announceDemo }: Service): Promise<void> {
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
  print(`Provender is ready on ${url}`);
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
