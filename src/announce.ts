import { BASE_PATH } from './rest/router.ts';
import type { Service } from './service.ts';

/** Tells on stdout where everything is; the ready line comes last. */
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
      // What comes after # is sent to no server: the page takes the key from it.
      `  GraphiQL  ${publicUrl}/graphql#key=${demo.key}`,
      '',
      `curl -H 'Authorization: Bearer ${demo.key}' ${publicUrl}${BASE_PATH}/deliveries`,
      '',
    );
  }
  process.stdout.write([...lines, `Provender is ready on ${url}`, ''].join('\n'));
}
