import type { z } from 'zod';
import type { FileRoute } from '../rest/file-route.ts';
import { IMPORT_KINDS, type ImportKind, scopeOfKind } from '../schema/core/caller/import-kinds.ts';
import { recordId } from '../schema/core/noun/rules.ts';
import {
  choiceRulesOf,
  fileNameRule,
  fromRule,
  isChoiceOf,
} from '../schema/exchange/import/columns/import-choices.ts';
import { IMPORT_LIMITS } from '../schema/exchange/limits.ts';
import { MAX_FILE_BYTES } from '../spreadsheet/limits.ts';
import { ImportShape, ImportPreview } from './shapes.ts';

const MIB = 1_024 ** 2;

const OF_ONE = {
  chapter: 'Imports',
  scope: null,
  ids: { id: recordId.meta({ description: 'The number of the import.', examples: [41] }) },
  parameters: {},
  body: null,
  returns: { status: 200, data: ImportShape },
} as const;

/** The endpoints of imports, as the reference describes them. */
export const routesOfImports: readonly FileRoute[] = [
  ...IMPORT_KINDS.map(previewOf),
  {
    ...OF_ONE,
    method: 'get',
    path: '/import/:id',
    name: 'getImport',
    summary: 'Get an import',
    description: 'Needs the read or the write scope of what the file has rows of.',
    errors: {},
  },
  {
    ...OF_ONE,
    method: 'post',
    path: '/import/:id/start',
    name: 'startImport',
    summary: 'Start an import',
    description:
      'Imports the file of a preview, all of it or nothing. A preview with a problem or refused rows cannot be started. Needs the write scope of what the file has rows of.',
    isRepeatable: true,
    errors: {
      invalid_transition: {
        when: 'The import was started or cancelled before',
        message: 'An import that is running cannot be started. Send the file again',
        field: 'status',
        problem: 'wrong_status',
        values: { status: 'running' },
      },
    },
  },
];

/** Returns the rules of the query parameters of a preview. */
export function previewRulesOf(kind: ImportKind) {
  return { ...choiceRulesOf(kind), file_name: fileNameRule, from: fromRule };
}

function previewOf(kind: ImportKind): FileRoute {
  const words = kind.replaceAll('-', ' ');
  const rules = Object.entries<z.ZodType>(previewRulesOf(kind)).filter(([name]) => isChoiceOf(kind, name));
  return {
    chapter: 'Imports',
    method: 'post',
    path: `/import/${kind}`,
    name: `import${kind.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
    summary: `Preview a file of ${words}`,
    description: `Reads a CSV file or a spreadsheet, and returns what importing it would do. Nothing is imported until the import is started. Each file counts against the limit of imports per hour.`,
    scope: scopeOfKind(kind, 'write'),
    ids: {},
    parameters: Object.fromEntries(rules.map(([name, rule]) => [name, rule.optional()])),
    body: {
      mediaTypes: ['application/octet-stream', 'text/csv'],
      description: `The file itself, not a form: CSV, \`.xlsx\`, \`.xlsm\`, \`.xlsb\`, \`.xls\`, \`.ods\`, \`.fods\`, or a table saved as HTML or XML, at most ${MAX_FILE_BYTES / MIB} MiB. Any media type is accepted, such as \`text/csv\`. Empty with \`from\`.`,
    },
    isRepeatable: true,
    returns: { status: 201, data: ImportPreview },
    errors: {
      not_found: {
        when: '`from` names no preview of such a file, or one that is no longer kept',
        message: 'No import with this id in this account',
        field: 'from',
        problem: 'not_found',
      },
      payload_too_large: {
        when: `The file is larger than ${MAX_FILE_BYTES / MIB} MiB`,
        message: `The file must be at most ${MAX_FILE_BYTES / MIB} MiB`,
        problem: 'payload_too_large',
        values: { max: MAX_FILE_BYTES },
      },
      unsupported_media_type: {
        when: 'The body is a form, or has an unknown `Content-Encoding`',
        message:
          "The body is a form, as curl -F sends it. Send the file itself as the body: curl --data-binary '@catalogue.csv'",
        problem: 'form_body',
      },
      quota_exceeded: {
        when: 'The account has sent, or stores, as many files as its plan allows',
        message: 'The Free plan stores at most 20 MiB of imported files, each for 7 days',
        problem: 'import_storage',
        values: { max: IMPORT_LIMITS.free.storedBytes },
      },
    },
  };
}
