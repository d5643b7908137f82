import type { ComponentType } from 'react';
import type { ListedDeliveryFragment, ReturnRowFragment } from '../../generated/operations.ts';

interface DeliveriesProps {
  deliveries: readonly ListedDeliveryFragment[];
  /** Whether they stand in the room that a record beside its list has. */
  isBeside?: boolean;
  /** The column that would repeat the title of the page. */
  without?: 'Supermarket';
}

/**
 * The tables of deliveries and returns on the pages of the catalogue, which stands below both: the frame
 * gives them.
 */
export interface RecordTables {
  Deliveries: ComponentType<DeliveriesProps>;
  Returns: ComponentType<{ returns: readonly ReturnRowFragment[] }>;
}

/** The properties of a page that shows these tables. */
export interface WithTables {
  tables: RecordTables;
}
