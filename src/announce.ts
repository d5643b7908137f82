import { BASE_PATH } from './rest/base-path.ts';
import type { Service } from './service.ts';

/** Prints the service's addresses to stdout; the ready line comes last. */
export function announce({ url, publicUrl, role, demo }: Service): void {
  const lines: string[] = [];
  if (role !== 'worker') {
    lines.push(
      `REST      ${publicUrl}${BASE_PATH}`,
      `GraphiQL  ${publicUrl}/graphql`,
      `Docs      ${publicUrl}/docs`,
      `Settings  ${publicUrl}/settings`,
    );
  }
  if (demo && role !== 'worker') {
    lines.push(
      '',
      'A demo account was created. Its API key is shown this once:',
      `  e-mail    ${demo.email}`,
      `  password  ${demo.password}`,
      `  API key   ${demo.key}`,
      // Browsers send nothing after the # to a server: the page reads the key from it.
      `  GraphiQL  ${publicUrl}/graphql#key=${demo.key}`,
      '',
      `curl -H 'Authorization: Bearer ${demo.key}' ${publicUrl}${BASE_PATH}/deliveries`,
      '',
    );
  }
  process.stdout.write([...lines, `Provender is ready on ${url}`, ''].join('\n'));
}
