import {
  Boxes,
  CalendarDays,
  CalendarRange,
  CalendarX,
  ChartLine,
  ClipboardCheck,
  FileUp,
  Gauge,
  KeyRound,
  type LucideIcon,
  OctagonAlert,
  Package,
  Repeat,
  Route,
  ScrollText,
  Store,
  Target,
  Truck,
  Undo2,
  UserRound,
  Users,
  Waypoints,
  Webhook,
} from 'lucide-react';
import type { PagePath } from '../pages.ts';
import type { Mays } from '../../base/session/may.tsx';
import { mayOpen } from './page-access.ts';

/** A page in the navigation. */
export interface Entry {
  href: PagePath;
  label: string;
  icon: LucideIcon;
}

/** The pages of the day, in groups of what belongs together. */
const DAY: Entry[][] = [
  [
    { href: '/', label: 'Today', icon: CalendarDays },
    { href: '/stops', label: 'Stops', icon: Truck },
    { href: '/deliveries', label: 'Deliveries', icon: Truck },
    { href: '/tours', label: 'Tours', icon: Waypoints },
    { href: '/standing-orders', label: 'Standing orders', icon: Repeat },
    { href: '/calendar', label: 'Calendar', icon: CalendarRange },
    { href: '/receipts', label: 'Receipts', icon: ClipboardCheck },
    { href: '/returns', label: 'Returns', icon: Undo2 },
    { href: '/crates', label: 'Crates', icon: Boxes },
  ],
  [
    { href: '/products', label: 'Products', icon: Package },
    { href: '/supermarkets', label: 'Supermarkets', icon: Store },
    { href: '/closed-days', label: 'Closed days', icon: CalendarX },
  ],
  [
    { href: '/trace', label: 'Trace', icon: Route },
    { href: '/withdrawals', label: 'Withdrawals', icon: OctagonAlert },
  ],
  [
    { href: '/performance', label: 'Performance', icon: Target },
    { href: '/analytics', label: 'Analytics', icon: ChartLine },
    { href: '/imports', label: 'Imports', icon: FileUp },
  ],
];

/** The pages of developers. */
const DEVELOPERS: Entry[] = [
  { href: '/keys', label: 'API keys', icon: KeyRound },
  { href: '/webhooks', label: 'Webhooks', icon: Webhook },
  { href: '/requests', label: 'Requests', icon: ScrollText },
  { href: '/usage', label: 'Usage', icon: Gauge },
];

/** The pages of the person and the company. */
const COMPANY: Entry[] = [
  { href: '/account', label: 'Account', icon: UserRound },
  { href: '/people', label: 'People', icon: Users },
];

/** The parts of the main navigation. */
export interface Navigation {
  day: Entry[][];
  developers: Entry[];
  company: Entry[];
}

/**
 * Returns the navigation with the pages that someone may open. For who has deliveries, stops are only the
 * same again.
 */
export function navigationFor(may: Mays): Navigation {
  const shown = (entries: Entry[]) =>
    entries.filter(({ href }) => mayOpen(href, may) && !(href === '/stops' && mayOpen('/', may)));
  return {
    day: DAY.map(shown).filter(({ length }) => length > 0),
    developers: shown(DEVELOPERS),
    company: shown(COMPANY),
  };
}

/** Returns whether an address belongs to the page of an entry. */
export function isWithin(location: string, href: string): boolean {
  return href === '/' ? location === '/' : location === href || location.startsWith(`${href}/`);
}
