import type { DateOrder } from './cell/dates.ts';
import type { DecimalSign } from './cell/numbers.ts';
import type { Clock } from './cell/windows.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import type { Remembered } from './map-columns.ts';

/** The choices of a sender for reading a file. Missing ones are guessed. */
export interface ImportChoices {
  /** The fields of columns, as `Column=field` pairs. */
  map?: string | undefined;
  sheet?: string | undefined;
  /** The number of the row with the names of the columns. */
  headerRow?: number | undefined;
  delimiter?: string | undefined;
  encoding?: string | undefined;
  decimal?: DecimalSign | undefined;
  dates?: DateOrder | undefined;
  /** The clock of windows such as 9-5. */
  hours?: Clock | undefined;
  /** Whether 12 and 00012 are different records, or 12 is refused. */
  lostZeros?: 'keep' | 'refuse' | undefined;
  /** The treatment of pending deliveries that differ from the file (default: they stay). */
  onDifference?: 'revise' | undefined;
}

/** The options for reading a file. */
export interface ReadOptions {
  kind: ImportKind;
  choices: ImportChoices;
  /** The account's currency. */
  currency: string;
  /** The fields of earlier assignments to columns of this kind of file; empty for files from programs. */
  remembered: Remembered;
  /** Whether the rows are returned as they are in the file, the header first, instead of records. */
  isRaw?: boolean;
}

/** The format in which a file was read; null for properties that it lacks, or that made no difference. */
export interface ReadAs {
  sheet: string | null;
  header_row: number | null;
  delimiter: string | null;
  encoding: string | null;
  decimal: DecimalSign | null;
  dates: DateOrder | null;
}

/** The names of choices in requests. */
type OptionName =
  | 'map'
  | 'sheet'
  | 'header_row'
  | 'delimiter'
  | 'encoding'
  | 'decimal'
  | 'dates'
  | 'hours'
  | 'lost_zeros';

/** Why a file cannot be imported as it was read, apart from its rows. */
export interface ImportProblem {
  code:
    | 'missing_column'
    | 'unknown_columns'
    | 'ambiguous_number'
    | 'ambiguous_date'
    | 'ambiguous_hours'
    | 'ambiguous_encoding'
    | 'ambiguous_order_number'
    | 'lost_zeros';
  message: string;
  /** The option that solves the problem. */
  option?: OptionName;
  /** The possible values of the option. */
  choices?: string[];
}
