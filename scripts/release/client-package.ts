import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLIENT = 'packages/client';

/**
 * Writes the package of the TypeScript client to `parent`/package: what `npm pack` packs, with its licence.
 */
export function writeClientPackage(checkout: string, parent: string): void {
  const packed = mkdtempSync(join(tmpdir(), 'provender-client-'));
  const options = ['--pack-destination', packed, '--silent'];
  const file = execFileSync('npm', ['pack', ...options], { cwd: join(checkout, CLIENT), encoding: 'utf8' });
  execFileSync('tar', ['-xf', join(packed, file.trim()), '-C', parent]);
  cpSync(join(checkout, 'LICENSE'), join(parent, 'package/LICENSE'));
  rmSync(packed, { recursive: true });
}
