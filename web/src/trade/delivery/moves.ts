import { Ban, CircleCheck, type LucideIcon, Truck } from 'lucide-react';
import type { DeliveryStatus } from '../../generated/operations.ts';

/** A change of status, with its texts. */
export interface Move {
  to: DeliveryStatus;
  label: string;
  icon: LucideIcon;
  /** The label of the button that changes nothing; "Cancel" by default. */
  dismissal?: string;
  /** The title of its dialog for one delivery. */
  title: string;
  /** The title of its dialog for several, which are named by `what`: "12 deliveries". */
  titleOfMany: (what: string) => string;
  about: string;
  isDangerous?: boolean;
}

/** The changes of status, in the order of their buttons. */
export const MOVES: readonly Move[] = [
  {
    to: 'CANCELLED',
    label: 'Cancel delivery',
    dismissal: 'Keep delivery',
    icon: Ban,
    title: 'Cancel this delivery?',
    titleOfMany: (what) => `Cancel ${what}?`,
    about: 'Cancelled deliveries stay in the list. You cannot undo this.',
    isDangerous: true,
  },
  {
    to: 'IN_TRANSIT',
    label: 'Mark as in transit',
    icon: Truck,
    title: 'Mark this delivery as in transit?',
    titleOfMany: (what) => `Mark ${what} as in transit?`,
    about: 'You cannot undo this. A delivery in transit can be completed, but no longer cancelled.',
  },
  {
    to: 'COMPLETED',
    label: 'Mark as completed',
    icon: CircleCheck,
    title: 'Mark this delivery as completed?',
    titleOfMany: (what) => `Mark ${what} as completed?`,
    about: 'You cannot undo this. You can still record returns.',
  },
];
