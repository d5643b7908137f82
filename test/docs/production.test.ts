import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../support/database/database.ts';
import { useHost } from '../support/process/host.ts';
import { ROOT } from '../support/process/process.ts';
import { codeBlocks, sectionOf, textOf } from '../support/text/markdown.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';

const host = useHost();
const guide = textOf('docs/production.md');

/** Runs a block of the guide in a shell without our variables, with the guide's paths replaced. */
async function paste(block: string, folder: string, input = '') {
  const script = block
    .replaceAll('/opt/provender/bin/provender', `'${join(ROOT, 'bin/provender.js')}'`)
    .replaceAll('/etc/provender.env', `'${join(folder, 'provender.env')}'`)
    .replaceAll('/backups', join(folder, 'backups'));
  const { PATH = '', HOME = '' } = process.env;
  // As a fresh shell: neither DATABASE_URL nor DATA_DIR.
  const env = { PATH, HOME, DATA_DIR: join(folder, 'none') };
  return host
    .launch('bash', env, { args: ['-euc', `set -o pipefail; printf %s '${input}' | { ${script} }`] })
    .ended();
}

it('creates the first account and backs it up as printed, with &, @ and / in the password', async () => {
  const folder = await host.folder();
  await mkdir(join(folder, 'backups'));
  const { name, url, drop } = await createDatabase();
  onTestFinished(drop);
  const role = `role_${randomBytes(6).toString('hex')}`;
  const password = `a&b@c/d e'f$HOME`;
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.query(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
    await client.end();
  });
  await client.query(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD '${password.replaceAll("'", "''")}'`);

  // The guide's lines, with the values that its reader fills in.
  const [environment] = codeBlocks(sectionOf(guide, '2. Service'), 'text') as [string];
  const server = new URL(url);
  const filled = environment
    .replace(
      'provender:PASSWORD@127.0.0.1:5432/provender',
      `${role}:${encodeURIComponent(password).replace("'", '%27')}@${server.host}/${name}`,
    )
    .replace('(the output of openssl rand -base64 32)', SECRETS_KEY);
  expect(filled).toContain('a%26b%40c%2Fd');
  // The guide asks to encode @ and / only.
  await writeFile(join(folder, 'provender.env'), filled.replace('a%26b', 'a&b'));

  const [create] = codeBlocks(sectionOf(guide, '4. First account'), 'shell') as [string];
  const created = await paste(create, folder, 'a long password');
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const [backUp] = codeBlocks(sectionOf(guide, '5. Backups'), 'shell') as [string];
  const backedUp = await paste(backUp, folder);
  expect(backedUp.code).toBe(0);
  expect(backedUp.stdout).toMatch(new RegExp(`^database +${server.host}/${name}$`, 'm'));
  expect(backedUp.stdout).toMatch(/^accounts +1$/m);
  expect(backedUp.stdout).not.toContain('a&b');
});
