import type { DateOrder } from './cell/dates.ts';
import type { DecimalSign } from './cell/numbers.ts';
import type { Clock } from './cell/windows.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import type { Remembered } from './map-columns.ts';

/** What a sender can choose of how a file is read. What is left out is guessed. */
export interface ImportChoices {
  /** Which columns have which fields. */
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
  /** Whether 12 is another record than 00012, or is refused. */
  lostZeros?: 'keep' | 'refuse' | undefined;
  /** What is done with pending deliveries that differ from the file (default: they stay). */
  onDifference?: 'revise' | undefined;
}

/** How a file is to be read. */
export interface ReadOptions {
  kind: ImportKind;
  choices: ImportChoices;
  /** The account's currency. */
  currency: string;
  /** The fields that columns of this kind of file were given before; nothing for programs. */
  remembered: Remembered;
  /** Whether the rows are returned as they are in the file, the header first, instead of records. */
  isRaw?: boolean;
}

/** How a file was read. Null is what it does not have, or what made no difference. */
export interface ReadAs {
  sheet: string | null;
  header_row: number | null;
  delimiter: string | null;
  encoding: string | null;
  decimal: DecimalSign | null;
  dates: DateOrder | null;
}

/** The names of choices as senders give them. */
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
  /** The option that answers it. */
  option?: OptionName;
  /** Its possible values. */
  choices?: string[];
}
