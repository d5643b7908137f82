import {
  CalendarDays,
  CalendarRange,
  CalendarX,
  ChartLine,
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
  Webhook,
} from 'lucide-react';
import type { PagePath } from '../pages.ts';
import type { Mays } from '../session/may.tsx';
import { mayOpen } from './page-access.ts';

interface Section {
  title: string | undefined;
  entries: { href: PagePath; label: string; icon: LucideIcon }[];
}

/** The sections of the main navigation, in order. */
const sections: Section[] = [
  {
    title: undefined,
    entries: [
      { href: '/', label: 'Today', icon: CalendarDays },
      { href: '/calendar', label: 'Calendar', icon: CalendarRange },
      { href: '/stops', label: 'Stops', icon: Truck },
      { href: '/analytics', label: 'Analytics', icon: ChartLine },
      { href: '/performance', label: 'Performance', icon: Target },
    ],
  },
  {
    title: 'Records',
    entries: [
      { href: '/deliveries', label: 'Deliveries', icon: Truck },
      { href: '/standing-orders', label: 'Standing orders', icon: Repeat },
      { href: '/returns', label: 'Returns', icon: Undo2 },
      { href: '/products', label: 'Products', icon: Package },
      { href: '/supermarkets', label: 'Supermarkets', icon: Store },
      { href: '/closed-days', label: 'Closed days', icon: CalendarX },
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

/** Returns the sections with the pages that someone may open. For who has deliveries, stops are only the same again. */
export function sectionsFor(may: Mays): Section[] {
  const isShown = (href: PagePath) => mayOpen(href, may) && !(href === '/stops' && mayOpen('/', may));
  return sections
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ href }) => isShown(href)) }))
    .filter(({ entries }) => entries.length > 0);
}
