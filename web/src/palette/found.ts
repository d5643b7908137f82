import { numberInWords } from '../delivery/numbers.ts';
import type {
  FindRecordsQuery,
  FoundDeliveryFragment,
  FoundProductFragment,
  FoundReturnFragment,
} from '../generated/operations.ts';
import type { Permission } from '../generated/rules.ts';
import { day } from '../kit/format.ts';
import { hasWords } from '../kit/words.ts';
import type { PagePath } from '../pages.ts';
import type { Mays } from '../session/may.tsx';
import { navigationFor } from '../shell/navigation.ts';
import { mayOpen } from '../shell/page-access.ts';

/** A page that the palette leads to. */
export interface Target {
  href: string;
  label: string;
  about?: string;
  /** Whether the page's button for a new record is pressed too. */
  isNew?: boolean;
  /** Whether it ends the session instead. */
  isSignOut?: boolean;
}

/** Targets of one kind. */
export interface Group {
  title: string;
  targets: Target[];
}

/** Similar lots, as many as there are records of a kind. */
const MAX_NEAR = 5;
const MAX_PEOPLE = 5;

/** An action on a page, with other words that find it. */
interface Action extends Target {
  href: PagePath;
  words: string;
}

const ACTIONS: Action[] = [
  { href: '/deliveries/new', label: 'New delivery', words: 'create add order' },
  { href: '/returns', label: 'Record return', words: 'create add new', isNew: true },
  { href: '/products', label: 'New product', words: 'create add article item', isNew: true },
  { href: '/supermarkets/new', label: 'New supermarket', words: 'create add customer' },
  { href: '/imports', label: 'Import a file', words: 'upload excel spreadsheet csv' },
  { href: '/withdrawals/new', label: 'Withdraw a lot', words: 'recall new withdrawal' },
  { href: '/people', label: 'Invite person', words: 'add user colleague driver', isNew: true },
  { href: '/keys', label: 'Create API key', words: 'new add', isNew: true },
  { href: '/webhooks', label: 'Add webhook', words: 'new create callback', isNew: true },
  { href: '/audit-log', label: 'Audit log', words: 'history who' },
  { href: '/', label: 'Sign out', words: 'signing log logout session', isSignOut: true },
];

/** What actions of a page need that reading the page does not. */
const WRITES: Partial<Record<PagePath, Permission>> = {
  '/returns': 'returns:write',
  '/products': 'products:write',
};

/** Returns what a search finds: exact matches, other records, then pages and actions. Empty groups are left out. */
export function groupsOf(text: string, found: FindRecordsQuery | undefined, may: Mays): Group[] {
  const navigation = navigationFor(may);
  const pages = [...navigation.day.flat(), ...navigation.developers, ...navigation.company];
  const groups = [
    ...(found ? [exactOf(text, found), ...recordsOf(found), peopleOf(text, found)] : []),
    {
      title: 'Actions',
      targets: ACTIONS.filter(
        ({ href, label, words }) =>
          mayOpen(href, may) &&
          (!WRITES[href] || may(WRITES[href])) &&
          text !== '' &&
          hasWords(`${label} ${words}`, text),
      ),
    },
    {
      title: 'Pages',
      targets: pages
        .filter(({ label }) => hasWords(label, text))
        .map(({ href, label }): Target => ({ href, label })),
    },
  ];
  return withoutRepeats(groups);
}

/** Leaves out what an earlier group has already, and groups without anything. */
function withoutRepeats(groups: Group[]): Group[] {
  const seen = new Set<string>();
  return groups
    .map(({ title, targets }) => ({
      title,
      targets: targets.filter(({ href, label }) => {
        const key = `${href} ${label}`;
        return !seen.has(key) && seen.add(key);
      }),
    }))
    .filter(({ targets }) => targets.length > 0);
}

/** Returns the records with exactly this number, or else reference. */
function exactOf(text: string, found: FindRecordsQuery): Group {
  const { delivery, return: returned, products, withReference, productsWithReference } = found;
  const isText = (number: string) => number.toLowerCase() === text.toLowerCase();
  return {
    title: 'Exact matches',
    targets: [
      ...(delivery ? [deliveryTarget(delivery)] : []),
      ...(returned ? [returnTarget(returned)] : []),
      ...products.nodes.filter(({ sequentialId }) => isText(sequentialId)).map(productTarget),
      ...(withReference?.nodes ?? []).map(deliveryTarget),
      ...(productsWithReference?.nodes ?? []).map(productTarget),
    ],
  };
}

function peopleOf(text: string, { people }: FindRecordsQuery): Group {
  const named = (people ?? []).filter(({ name, email }) => hasWords(`${name} ${email}`, text));
  return {
    title: 'People',
    targets: named.slice(0, MAX_PEOPLE).map(({ name, email }) => ({
      href: '/people',
      label: name,
      about: email,
    })),
  };
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

function deliveryTarget(delivery: FoundDeliveryFragment): Target {
  const { id, supermarketName, branchName, deliveryDate } = delivery;
  return {
    href: `/deliveries/${id}`,
    label: `${numberInWords(delivery)} · ${supermarketName} · ${branchName}`,
    about: day(deliveryDate),
  };
}

function returnTarget({ id, productName, returnDate }: FoundReturnFragment): Target {
  return { href: `/returns/${id}`, label: `Return #${id} · ${productName}`, about: day(returnDate) };
}

function productTarget({ id, sequentialId, name }: FoundProductFragment): Target {
  return { href: `/products/${id}`, label: name, about: sequentialId };
}

function recordsOf({ deliveries, products, supermarkets, returns, lotTrace }: FindRecordsQuery): Group[] {
  return [
    { title: 'Deliveries', targets: deliveries.nodes.map(deliveryTarget) },
    { title: 'Products', targets: products.nodes.map(productTarget) },
    {
      title: 'Supermarkets',
      targets: supermarkets.nodes.map(({ id, name }) => ({ href: `/supermarkets/${id}`, label: name })),
    },
    { title: 'Returns', targets: returns.nodes.map(returnTarget) },
    { title: 'Lots', targets: tracesOf(lotTrace) },
  ];
}
