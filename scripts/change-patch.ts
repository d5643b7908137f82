/**
 * `npm run change -- open NAME` applies a patch of `test/docs/changes` in a copy of the project, as far as it
 * can: what did not fit is in files `*.rej` there. `npm run change -- save NAME` writes the patch anew from
 * the copy.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPLY } from '../test/docs/changes.ts';
import { copyRepository } from '../test/support/process/copied-project.ts';

/** Generated files, which are no part of a change. */
const GENERATED = ['schema.graphql', 'openapi.json', 'test/access.txt'].map((path) => `:!${path}`);
const ROOT = join(import.meta.dirname, '..');
const [verb, name = ''] = process.argv.slice(2);
const patch = join(ROOT, 'test/docs/changes', `${name}.patch`);
const copy = join(ROOT, '.data/changes', name);

if (verb === 'open') open();
else if (verb === 'save') save();
else throw new Error('Use: npm run change -- open NAME, or save NAME');

function open(): void {
  rmSync(copy, { recursive: true, force: true });
  copyRepository(copy);
  if (existsSync(patch)) {
    spawnSync('git', [...APPLY, '--reject', patch], { cwd: copy, stdio: 'inherit' });
  }
  console.log(`Change the files in ${copy}, then run: npm run change -- save ${name}`);
}

function save(): void {
  execFileSync('git', ['add', '--intent-to-add', '.'], { cwd: copy });
  const text = execFileSync('git', ['diff', '--', '.', ':!*.rej', ...GENERATED], { cwd: copy });
  writeFileSync(patch, text);
}
