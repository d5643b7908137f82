import { numberInWords } from '../delivery/numbers.ts';
import type { FindRecordsQuery } from '../generated/operations.ts';
import { day } from '../kit/format.ts';
import { hasWords } from '../kit/words.ts';
import type { Mays } from '../session/may.tsx';
import { sectionsFor } from '../shell/navigation.ts';
import { mayOpen } from '../shell/page-access.ts';

/** A page that the palette leads to. */
export interface Target {
  href: string;
  label: string;
  about?: string;
}

/** Targets of one kind. */
export interface Group {
  title: string;
  targets: Target[];
}

/** Similar lots, as many as there are records of a kind. */
const MAX_NEAR = 5;

const ACTIONS: Target[] = [
  { href: '/deliveries/new', label: 'New delivery' },
  { href: '/supermarkets/new', label: 'New supermarket' },
];

/** Returns what a search finds: the records that the service found, then pages. Groups that found nothing are left out. */
export function groupsOf(text: string, found: FindRecordsQuery | undefined, may: Mays): Group[] {
  const actions = ACTIONS.filter(({ href }) => mayOpen(href, may));
  const pages = [...sectionsFor(may).flatMap(({ entries }) => entries), ...actions];
  const groups = [
    ...(found ? recordsOf(found) : []),
    {
      title: 'Pages',
      targets: pages
        .filter(({ label }) => hasWords(label, text))
        .map(({ href, label }): Target => ({ href, label })),
    },
  ];
  return groups.filter(({ targets }) => targets.length > 0);
}

/** Returns the traces of the lot with this number, or of similar ones. */
function tracesOf(lotTrace: FindRecordsQuery['lotTrace']): Target[] {
  if (!lotTrace) return [];
  const { nodes, suggestions } = lotTrace;
  const found = nodes.flatMap(({ lot }) => (lot === null ? [] : [{ lot, about: 'Trace' }]));
  const near = (suggestions ?? []).slice(0, MAX_NEAR).map((lot) => ({ lot, about: 'Similar lot' }));
  return [...found, ...near].map(({ lot, about }) => ({
    href: `/trace?${new URLSearchParams({ lot }).toString()}`,
    label: `Lot ${lot}`,
    about,
  }));
}

function recordsOf({ deliveries, products, supermarkets, returns, lotTrace }: FindRecordsQuery): Group[] {
  return [
    {
      title: 'Deliveries',
      targets: deliveries.nodes.map(({ id, reference, supermarketName, branchName, deliveryDate }) => ({
        href: `/deliveries/${id}`,
        label: `${numberInWords({ id, reference })} · ${supermarketName} · ${branchName}`,
        about: day(deliveryDate),
      })),
    },
    {
      title: 'Products',
      targets: products.nodes.map(({ id, sequentialId, name }) => ({
        href: `/products/${id}`,
        label: name,
        about: sequentialId,
      })),
    },
    {
      title: 'Supermarkets',
      targets: supermarkets.nodes.map(({ id, name }) => ({ href: `/supermarkets/${id}`, label: name })),
    },
    {
      title: 'Returns',
      targets: returns.nodes.map(({ id, productName, returnDate }) => ({
        href: `/returns/${id}`,
        label: `#${id} · ${productName}`,
        about: day(returnDate),
      })),
    },
    { title: 'Lots', targets: tracesOf(lotTrace) },
  ];
}
