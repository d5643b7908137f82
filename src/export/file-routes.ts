import { type FileRoute, parametersIn } from '../rest/file-route.ts';
import { restNameOf } from '../schema/core/noun/names.ts';
import { scopeNeededBy } from '../schema/core/builder/denial.ts';
import { rootFieldsOf } from '../schema/core/list/selections.ts';
import { recordId } from '../schema/core/noun/rules.ts';
import { schema } from '../schema/index.ts';
import { type Ending, endingsOf, MEDIA_TYPES } from './endings.ts';
import type { ExportedList } from './exported.ts';
import { LISTS } from './lists.ts';
import { MAX_XLSX_ROWS } from './xlsx.ts';

const BYTE_ORDER_NOTE = 'It begins with a byte-order mark: programs read it as `utf-8-sig`.';

const importId = recordId.meta({ description: 'The number of the import.', examples: [41] });

/** The common properties of the files of an import. */
const OF_IMPORT = {
  chapter: 'Imports',
  method: 'get',
  scope: null,
  ids: { id: importId },
  parameters: {},
  body: null,
} as const;

/** The files about an import, beside its preview. */
const IMPORT_FILES: readonly FileRoute[] = [
  {
    ...OF_IMPORT,
    path: '/import/:id/refusals.csv',
    name: 'getImportRefusals',
    summary: 'Download why rows are refused',
    description:
      'A row for each reason, up to 1,000, with its problem. Needs the read or the write scope of what the file has rows of.',
    returns: csv('The reasons.'),
    errors: {},
  },
  {
    ...OF_IMPORT,
    path: '/import/:id/refused.csv',
    name: 'getRefusedFile',
    summary: 'Download the file with reasons',
    description:
      'The file with a column that says why rows are refused. It counts like sending the file. Needs the read or the write scope of what the file has rows of.',
    returns: csv('The file with a column of reasons.'),
    errors: {},
  },
];

/** The errors of lists that belong to a record. */
const WITHIN_RECORD: FileRoute['errors'] = {
  not_found: {
    when: 'The account has no such record',
    message: 'No record with this id in this account',
    problem: 'not_found',
  },
};

/** The lists that can be exported, and the files about imports, as the reference describes them. */
export const routesOfExports: readonly FileRoute[] = [
  ...IMPORT_FILES,
  ...Object.entries(LISTS).flatMap(([name, list]) =>
    endingsOf(list).map((ending) => routeOf(name, list, ending)),
  ),
];

function routeOf(name: string, list: ExportedList, ending: Ending): FileRoute {
  const words = name.replaceAll('-', ' ').replace(/^api/, 'API');
  const parameters = Object.entries(parametersIn(list.query)).map(
    ([each, rule]) => [restNameOf(each), rule] as const,
  );
  const columns = Object.keys(list.columns).map((column) => `\`${column}\``);
  return {
    chapter: 'Exports',
    method: 'get',
    path: `/export/${name}.${ending}`,
    name: exportName(`export-${name}${ending === 'csv' ? '' : `-${ending}`}`),
    summary: `Export ${words} as ${ending === 'csv' ? 'CSV' : `.${ending}`}`,
    description: [
      'The whole list, which counts as one request.',
      ending === 'csv' ? undefined : `At most ${MAX_XLSX_ROWS.toLocaleString('en')} rows.`,
      `Columns: ${columns.join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' '),
    scope: listScopeOf(list),
    ids: {},
    parameters: Object.fromEntries(parameters),
    body: null,
    returns:
      ending === 'csv' ? csv('The list.') : { mediaTypes: [MEDIA_TYPES[ending]], description: 'The list.' },
    errors: parameters.some(([each, rule]) => each.endsWith('_id') && !rule.isOptional())
      ? WITHIN_RECORD
      : {},
    ...(list.isOfPage && { isOfPage: true }),
  };
}

function csv(what: string) {
  return { mediaTypes: [MEDIA_TYPES.csv], description: `${what} ${BYTE_ORDER_NOTE}` };
}

/** Converts `export-plan-of-days` to `exportPlanOfDays`. */
function exportName(text: string): string {
  return text.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Returns the scope that the first root field with one needs. */
function listScopeOf({ operation }: ExportedList): FileRoute['scope'] {
  const scopes = rootFieldsOf({ schema, document: operation }).values().map(scopeNeededBy);
  return scopes.find((scope) => scope != null) ?? null;
}
