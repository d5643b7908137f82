import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Refusal } from './errors.ts';

const FORM = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;
const SECRET_BYTES = 32;

/**
 * Returns the secret of this machine, which signs what the commands send. The first call creates it, in a
 * file that only the user can read.
 *
 * @throws Refusal when the file cannot be read or created, or holds something else
 */
export async function machineSecret(env: Record<string, string | undefined>): Promise<string> {
  const folder = join(configFolder(env), 'provender');
  const file = join(folder, 'listen-secret');
  try {
    const secret = (await readIfThere(file)) ?? (await create(folder, file));
    if (!FORM.test(secret)) throw new Refusal(`${file} is not a secret. Delete the file to create a new one`);
    await chmod(file, 0o600);
    return secret;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      `The secret of this machine cannot be kept: ${(error as Error).message}. Set XDG_CONFIG_HOME to a folder that you can write to`,
    );
  }
}

/** Returns the folder of the user's settings. XDG requires that relative paths are ignored. */
function configFolder({ XDG_CONFIG_HOME, HOME }: Record<string, string | undefined>): string {
  if (XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME)) return XDG_CONFIG_HOME;
  return join(HOME || homedir(), '.config');
}

async function readIfThere(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.trim();
}

async function create(folder: string, file: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  // The file gets its name when it is complete, so that two commands that start together use the same secret.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readIfThere(file))!;
  } finally {
    await rm(draft, { force: true });
  }
}
