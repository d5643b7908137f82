import type { ComponentType } from 'react';
import type { ListedDeliveryFragment, ReturnRowFragment } from '../../generated/operations.ts';

/**
 * The tables of deliveries and returns on the pages of the catalogue, which stands below both: the frame
 * gives them.
 */
export interface RecordTables {
  /** The table of deliveries; with `isBeside`, in the room that a record beside its list has. */
  Deliveries: ComponentType<{ deliveries: readonly ListedDeliveryFragment[]; isBeside?: boolean }>;
  Returns: ComponentType<{ returns: readonly ReturnRowFragment[] }>;
}

/** The properties of a page that shows these tables. */
export interface WithTables {
  tables: RecordTables;
}
