import { numberInWords } from '../../trade/delivery/numbers.ts';
import type {
  FindRecordsQuery,
  FindToursQuery,
  FoundDeliveryFragment,
  FoundProductFragment,
  FoundReturnFragment,
} from '../../generated/operations.ts';
import type { Permission } from '../../generated/rules.ts';
import { day } from '../../base/kit/words/format.ts';
import { hasWords } from '../../base/kit/words/words.ts';
import { gtinOr } from '../../trade/lot/lot-in.ts';
import type { PagePath } from '../pages.ts';
import type { Mays } from '../../base/session/may.tsx';
import { navigationFor } from '../shell/navigation.ts';
import { mayOpen } from '../shell/page-access.ts';

/** A page that the palette leads to. */
export interface Target {
  href: string;
  label: string;
  about?: string;
  /** Whether the page's button for a new record is pressed too. */
  isNew?: boolean;
  /** Whether the target ends the session instead. */
  isSignOut?: boolean;
  /** Whether the target leads to all records of the group. */
  isAll?: boolean;
}

/** Targets of one kind. */
export interface Group {
  title: string;
  targets: Target[];
}

/** Similar lots, as many as there are records of a kind. */
const MAX_NEAR = 5;
const MAX_PEOPLE = 5;
const MAX_TOURS = 5;

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

/** The permissions that actions of a page need in addition to those for reading the page. */
const WRITES: Partial<Record<PagePath, Permission>> = {
  '/returns': 'returns:write',
  '/products': 'products:write',
};

/**
 * Returns what a search finds: exact matches, other records, then pages and actions. Empty groups are left
 * out.
 */
export function groupsOf(
  text: string,
  found: FindRecordsQuery | undefined,
  tours: FindToursQuery | undefined,
  may: Mays,
): Group[] {
  const navigation = navigationFor(may);
  const pages = [...navigation.day.flat(), ...navigation.developers, ...navigation.company];
  const groups = [
    ...(found ? [exactOf(text, found), ...recordsOf(text, found), peopleOf(text, found)] : []),
    ...(tours ? [toursOf(text, tours)] : []),
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

/** Returns the tours of today and tomorrow whose name, or whose driver's name, has the words. */
function toursOf(text: string, { today, tomorrow }: FindToursQuery): Group {
  const named = [...today, ...tomorrow].filter(({ name, driver }) =>
    hasWords(`${name} ${driver?.name ?? ''}`, text),
  );
  const shown = named.slice(0, MAX_TOURS);
  return {
    title: 'Tours',
    targets: [
      ...shown.map(({ id, name, date, driver }) => ({
        href: `/tours/${id}`,
        label: driver && driver.name !== name ? `${name} · ${driver.name}` : name,
        about: day(date),
      })),
      ...allOf('tours', '/tours', named.length > shown.length),
    ],
  };
}

function peopleOf(text: string, { people }: FindRecordsQuery): Group {
  const named = (people ?? []).filter(({ name, email }) => hasWords(`${name} ${email}`, text));
  const shown = named.slice(0, MAX_PEOPLE);
  return {
    title: 'People',
    targets: [
      ...shown.map(({ name, email }) => ({ href: '/people', label: name, about: email })),
      ...allOf('people', '/people', named.length > shown.length),
    ],
  };
}

/** Returns the traces of the lot with this number, or of similar ones. */
function tracesOf(text: string, lotTrace: FindRecordsQuery['lotTrace']): Target[] {
  if (!lotTrace) return [];
  const { nodes, suggestions } = lotTrace;
  const found = nodes.flatMap(({ lot }) => (lot === null ? [] : [{ lot, about: 'Trace' }]));
  const near = (suggestions ?? []).slice(0, MAX_NEAR).map((lot) => ({ lot, about: 'Similar lot' }));
  return [
    ...[...found, ...near].map(({ lot, about }) => ({
      href: addressOf('/trace', { lot }),
      label: `Lot ${lot}`,
      about,
    })),
    ...allOf('similar lots', addressOf('/trace', { lot: text }), (suggestions ?? []).length > near.length),
  ];
}

/** Returns the target of a list, if the palette shows only a part of it. */
function allOf(records: string, href: string, isMore: boolean): Target[] {
  return isMore ? [{ href, label: `Show all ${records}`, isAll: true }] : [];
}

function addressOf(page: PagePath, filters: Record<string, string>): string {
  return `${page}?${new URLSearchParams(filters).toString()}`;
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

function recordsOf(text: string, found: FindRecordsQuery): Group[] {
  const { deliveries, products, supermarkets, returns, lotTrace } = found;
  const group = <Node>(
    title: string,
    page: PagePath,
    list: Found<Node>,
    targetOf: (node: Node) => Target,
  ) => {
    const href = addressOf(page, { words: gtinOr(text) });
    const all = allOf(title.toLowerCase(), href, list.pageInfo.hasNextPage);
    return { title, targets: [...list.nodes.map(targetOf), ...all] };
  };
  return [
    group('Deliveries', '/deliveries', deliveries, deliveryTarget),
    group('Products', '/products', products, productTarget),
    group('Supermarkets', '/supermarkets', supermarkets, ({ id, name }) => ({
      href: `/supermarkets/${id}`,
      label: name,
    })),
    group('Returns', '/returns', returns, returnTarget),
    { title: 'Lots', targets: tracesOf(text, lotTrace) },
  ];
}

/** The first records of a list. */
interface Found<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean };
}
