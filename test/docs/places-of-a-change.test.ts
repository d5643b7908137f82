import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { APPLY, changes, placesOf } from './changes.ts';
import { ROOT } from '../support/process/process.ts';
import { sectionOf, tableOf, textOf } from '../support/text/markdown.ts';

/** The rows of the table in the guide, by the patch that each is counted from. */
const rows = new Map(
  tableOf(sectionOf(textOf('docs/architecture.md'), 'Where a change goes'), 'Change').map(
    ([, patch = '', ...counts]) => [
      patch.replace(/^.*\/(\w+)\.patch.*$/, '$1'),
      counts.map((count) => Number(count)),
    ],
  ),
);

it('counts every change that there is a patch for', () => {
  expect([...rows.keys()].toSorted()).toEqual(changes().map(({ name }) => name));
});

it.each(changes())('states how many files $name takes', ({ name, files }) => {
  const { product, tests, documents, migrations } = placesOf(files);
  expect(rows.get(name)).toEqual([product, tests, documents, migrations]);
});

it.each(changes())('has the patch of $name for the code of today', ({ patch }) => {
  const { status, stderr } = spawnSync('git', [...APPLY, '--check', patch], { cwd: ROOT, encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
});
