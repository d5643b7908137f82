import { IMPORT_KINDS } from '../../core/caller/import-kinds.ts';
import { enumOf } from '../../core/noun/kinds.ts';
import { IMPORT_STATUSES } from './import-statuses.ts';

export const IMPORT_KIND = enumOf('ImportKind', IMPORT_KINDS);
export const IMPORT_STATUS = enumOf('ImportStatus', IMPORT_STATUSES);
