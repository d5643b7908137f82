import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { codeIn, tableOf, textOf } from '../support/text/markdown.ts';

interface Compose {
  services: { provender: { environment: Record<string, string> } };
}

it('compose passes every documented variable that is not its own', () => {
  const documented = tableOf(textOf('docs/configuration.md'), 'Variable').map(([name]) => codeIn(name));
  const { environment } = (parse(textOf('compose.yaml')) as Compose).services.provender;
  expect(documented.length).toBeGreaterThan(20);
  const own = ['HOST', 'PORT', 'DATA_DIR'];
  expect(new Set([...Object.keys(environment), ...own])).toEqual(new Set(documented));
  const { DATABASE_URL: _, ...passed } = environment;
  for (const [name, value] of Object.entries(passed)) {
    expect(value).toMatch(new RegExp(`^\\$\\{${name}:[-?]`));
  }
});
