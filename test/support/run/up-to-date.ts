import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/** A build from sources; all paths are relative to a folder. */
export interface Build {
  built: string[];
  /** Patterns of the files that it depends on. */
  sources: string[];
  command: string[];
}

interface Stamp {
  /** Identifies the names and contents of all sources, and the command. */
  sources: string;
  /** When each result was written, so that results of another command are not taken for these. */
  builtAt: number[];
}

/**
 * Returns whether a build is that of its sources as they are now. Times of files do not show that: a switch
 * to another branch also removes files, and brings back older ones.
 */
export function isUpToDate(folder: string, build: Build, stampFile: string): boolean {
  if (!existsSync(stampFile) || !build.built.every((file) => existsSync(join(folder, file)))) return false;
  return isDeepStrictEqual(JSON.parse(readFileSync(stampFile, 'utf8')), {
    sources: sourcesOf(folder, build),
    builtAt: timesOf(folder, build),
  });
}

/** Runs a build, and notes which sources it is from: those from before, if some change meanwhile. */
export async function buildAnew(
  folder: string,
  build: Build,
  stampFile: string,
  run: (command: string[]) => Promise<void>,
): Promise<void> {
  rmSync(stampFile, { force: true });
  const sources = sourcesOf(folder, build);
  await run(build.command);
  mkdirSync(dirname(stampFile), { recursive: true });
  const stamp: Stamp = { sources, builtAt: timesOf(folder, build) };
  writeFileSync(stampFile, JSON.stringify(stamp));
}

function sourcesOf(folder: string, { sources, command }: Build): string {
  const hash = createHash('sha256').update(JSON.stringify(command));
  for (const file of globSync(sources, { cwd: folder }).toSorted()) {
    const path = join(folder, file);
    if (statSync(path).isFile()) hash.update(`\0${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function timesOf(folder: string, { built }: Build): number[] {
  return built.map((file) => statSync(join(folder, file)).mtimeMs);
}
