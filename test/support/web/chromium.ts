import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../process/process.ts';

/** A browser that starts on this machine. */
export interface Chromium {
  path: string;
  /** Additional environment variables of its process. */
  env: Record<string, string>;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser of the tests; null without one. */
    chromium: Chromium | null;
  }
}

const PACKAGE = join(ROOT, 'node_modules/@sparticuz/chromium');

/** Provides the browser of the run. */
export function setup(project: TestProject): void {
  project.provide('chromium', findChromium());
}

/** Finds a browser that starts: the one that `npm ci` installs, otherwise the system's. */
export function findChromium(): Chromium | null {
  const found = [unpacked, ofSystem].map((candidate) => candidate()).find(starts);
  return found ?? null;
}

/** Unpacks the package's headless Chromium, once per installation, with its libraries and fonts. */
function unpacked(): Chromium | undefined {
  if (!existsSync(PACKAGE)) return undefined;
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const folder = join(ROOT, `node_modules/.cache/chromium-${version}`);
  if (!existsSync(folder)) unpackTo(folder);
  const env = {
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    LD_LIBRARY_PATH: join(folder, 'lib'),
    // With the locale C, pages would get an invalid language.
    LANG: 'en_US.UTF-8',
  };
  return { path: join(folder, 'chromium'), env };
}

function unpackTo(folder: string): void {
  // Another run may unpack at the same time, so the folder appears atomically.
  const draft = mkdtempSync(join(ROOT, 'node_modules/.chromium-'));
  for (const name of ['al2023.tar.br', 'fonts.tar.br']) {
    execFileSync('tar', ['-x', '-C', draft], { input: packed(name) });
  }
  writeFileSync(join(draft, 'chromium'), packed('chromium.br'));
  chmodSync(join(draft, 'chromium'), 0o755);
  const fonts = join(folder, 'fonts');
  writeFileSync(
    join(draft, 'fonts.conf'),
    `<fontconfig><dir>${fonts}</dir><cachedir>${fonts}-cache</cachedir></fontconfig>`,
  );
  mkdirSync(join(folder, '..'), { recursive: true });
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

function packed(name: string): Buffer {
  return brotliDecompressSync(readFileSync(join(PACKAGE, 'bin', name)));
}

function ofSystem(): Chromium | undefined {
  const path = execFileSync('/bin/sh', ['-c', 'command -v chromium || true'], { encoding: 'utf8' }).trim();
  return path === '' ? undefined : { path, env: {} };
}

function starts(candidate: Chromium | undefined): boolean {
  if (!candidate) return false;
  try {
    execFileSync(candidate.path, ['--version'], {
      stdio: 'ignore',
      env: { ...process.env, ...candidate.env },
    });
    return true;
  } catch {
    return false;
  }
}
