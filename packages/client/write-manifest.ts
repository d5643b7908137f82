/**
 * Writes the package.json that `npm pack` packs, with the properties of `packed`; `--restore` undoes it. In
 * the repository, the exports are the sources, and there is no `bin`, which npm would link where the
 * project's own command belongs.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const KEPT = 'package.json.orig';

// Undoes the change that a failed packing has left.
if (existsSync(KEPT)) renameSync(KEPT, 'package.json');
if (process.argv[2] !== '--restore') {
  const source = readFileSync('package.json', 'utf8');
  const { packed, ...manifest } = JSON.parse(source) as Record<string, unknown>;
  writeFileSync(KEPT, source);
  writeFileSync('package.json', `${JSON.stringify(Object.assign(manifest, packed), null, 2)}\n`);
}
