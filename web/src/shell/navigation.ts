import {
  CalendarDays,
  ChartLine,
  FileUp,
  Gauge,
  KeyRound,
  type LucideIcon,
  OctagonAlert,
  Package,
  Route,
  ScrollText,
  Store,
  Target,
  Truck,
  Undo2,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import type { Role } from '../generated/operations.ts';

interface Section {
  title: string | undefined;
  entries: { href: string; label: string; icon: LucideIcon }[];
}

/** Pages that not every role may open. The service refuses the others too. */
const ONLY_FOR: Record<string, readonly Role[]> = {
  '/imports': ['OWNER', 'MEMBER'],
  '/keys': ['OWNER', 'DEVELOPER'],
  '/webhooks': ['OWNER', 'DEVELOPER'],
  '/requests': ['OWNER', 'DEVELOPER'],
  '/usage': ['OWNER', 'DEVELOPER'],
  '/people': ['OWNER'],
};

/** The pages of drivers, who see nothing else. */
const OF_DRIVERS: Section[] = [
  {
    title: undefined,
    entries: [
      { href: '/stops', label: 'Stops', icon: Truck },
      { href: '/account', label: 'Account', icon: UserRound },
    ],
  },
];

/** The sections of the main navigation, in order. */
const sections: Section[] = [
  {
    title: undefined,
    entries: [
      { href: '/', label: 'Today', icon: CalendarDays },
      { href: '/analytics', label: 'Analytics', icon: ChartLine },
      { href: '/performance', label: 'Performance', icon: Target },
    ],
  },
  {
    title: 'Records',
    entries: [
      { href: '/deliveries', label: 'Deliveries', icon: Truck },
      { href: '/returns', label: 'Returns', icon: Undo2 },
      { href: '/products', label: 'Products', icon: Package },
      { href: '/supermarkets', label: 'Supermarkets', icon: Store },
      { href: '/imports', label: 'Imports', icon: FileUp },
    ],
  },
  {
    title: 'Traceability',
    entries: [
      { href: '/trace', label: 'Trace', icon: Route },
      { href: '/withdrawals', label: 'Withdrawals', icon: OctagonAlert },
    ],
  },
  {
    title: 'Developers',
    entries: [
      { href: '/keys', label: 'API keys', icon: KeyRound },
      { href: '/webhooks', label: 'Webhooks', icon: Webhook },
      { href: '/requests', label: 'Requests', icon: ScrollText },
      { href: '/usage', label: 'Usage', icon: Gauge },
    ],
  },
  {
    title: undefined,
    entries: [
      { href: '/people', label: 'People', icon: Users },
      { href: '/account', label: 'Account', icon: UserRound },
    ],
  },
];

/** Returns whether a role may open the page of the navigation with this address. */
export function mayOpen(href: string, role: Role): boolean {
  if (role === 'DRIVER') return OF_DRIVERS[0]!.entries.some((entry) => entry.href === href);
  return ONLY_FOR[href]?.includes(role) ?? true;
}

/** Returns the sections with the pages that a role may open. */
export function sectionsFor(role: Role): Section[] {
  if (role === 'DRIVER') return OF_DRIVERS;
  return sections
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ href }) => mayOpen(href, role)) }))
    .filter(({ entries }) => entries.length > 0);
}
