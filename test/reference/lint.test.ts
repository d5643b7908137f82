import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { openApi } from '../support/http/documented.ts';

const text = JSON.stringify(openApi);

it('satisfies the rules of Spectral', async () => {
  const spectral = new Spectral();
  spectral.setRuleset({
    extends: [[oas as RulesetDefinition, 'all']],
    rules: {
      // OpenAPI 3.1 allows scopes for bearer keys, and an identifier as the licence.
      'oas3-operation-security-defined': 'off',
      'license-url': 'off',
      // There is no contact address, and tags are in the order of the specification.
      'contact-properties': 'off',
      'openapi-tags-alphabetical': 'off',
    },
  });
  const problems = await spectral.run(text);
  expect(problems.map(({ code, path, message }) => `${path.join('.')}: ${message} (${code})`)).toEqual([]);
});

it('satisfies the strictest rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  expect(
    problems.map(({ ruleId, message, location: [at] }) => `${at?.pointer}: ${message} (${ruleId})`),
  ).toEqual([]);
});
