import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../support/process/process.ts';
import { sectionOf, tableOf, textOf } from '../support/text/markdown.ts';

it('the page on scaling quotes what its script works out', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['lab/scale/estimate.ts'], { cwd: ROOT });
  const quoted = tableOf(sectionOf(textOf('docs/scaling.md'), 'A thousand times the demo'), 'Scenario');
  expect(quoted).toEqual(tableOf(stdout, 'Scenario'));
  expect(quoted.length).toBeGreaterThan(3);
});
