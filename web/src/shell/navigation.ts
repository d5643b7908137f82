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
  Webhook,
} from 'lucide-react';

interface Section {
  title: string | undefined;
  entries: { href: string; label: string; icon: LucideIcon }[];
}

/** The sections of the main navigation, in order. */
export const sections: Section[] = [
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
  { title: undefined, entries: [{ href: '/account', label: 'Account', icon: UserRound }] },
];
