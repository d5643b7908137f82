import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rateLimited } from '../../src/schema/errors.ts';
import { ROOT } from '../support/process/process.ts';

const FAULT = /\bfault\(\s*'\w+',\s*(?<quote>['`])(?<message>.*?)\k<quote>(?:,\s*(?<field>[\w'.-]+))?/gs;
/** Clients of persisted operations expect exactly this message. */
const PROTOCOL = 'PersistedQueryNotFound';

const messages = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
  Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(FAULT), ({ groups }) => ({
    file,
    message: groups!.message!,
    field: groups!.field?.replaceAll("'", ''),
  })),
);

it('an error is a sentence without a full stop, or begins with the name of its field', () => {
  expect(messages.length).toBeGreaterThan(50);
  const wrong = messages.filter(({ message, field }) => {
    const startsWithField = field !== undefined && message.startsWith(field);
    const startsRight =
      startsWithField || /^([A-Z]|\$\{(method|HEADER|FIELD|field|problem|excess))/.test(message);
    return message !== PROTOCOL && (!startsRight || /[.;!]$|; /.test(message));
  });
  expect(wrong).toEqual([]);
});

it('an error in the terms of an interface still says when to try again', () => {
  const error = rateLimited('export_running', 'Another export of this account is running', 5);
  expect(error.renamed((field) => field).extensions.retryAfter).toBe(5);
});
