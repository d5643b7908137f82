import type { Permission } from '../../generated/rules.ts';
import type { PagePath } from '../pages.ts';
import type { Mays } from '../../base/session/may.tsx';

interface Access {
  /** The permissions of which one at least is needed; without any, the page is for everybody. */
  needs?: readonly Permission[];
  /** The action that people without the permissions cannot do, as in "Your role cannot create deliveries". */
  purpose: string;
}

const DELIVERIES: Access = { needs: ['deliveries:read'], purpose: 'view deliveries' };
const STANDING_ORDERS: Access = { needs: ['deliveries:read'], purpose: 'view standing orders' };
const CHANGE_STANDING_ORDERS: Access = {
  needs: ['deliveries:write'],
  purpose: 'change standing orders',
};
const TOURS: Access = { needs: ['deliveries:read'], purpose: 'view tours' };
const STOPS: Access = { needs: ['stops:read'], purpose: 'view stops' };
const RETURNS: Access = { needs: ['returns:read'], purpose: 'view returns' };
const PRODUCTS: Access = { needs: ['products:read'], purpose: 'view products' };
const SUPERMARKETS: Access = { needs: ['supermarkets:read'], purpose: 'view supermarkets' };
const WITHDRAWALS: Access = { needs: ['deliveries:read'], purpose: 'view withdrawals' };
const IMPORTS: Access = {
  needs: ['products:write', 'supermarkets:write', 'deliveries:write'],
  purpose: 'import files',
};
// Every control of these pages changes something, so viewing alone is no permission of its own.
const WEBHOOKS: Access = { needs: ['webhooks:write'], purpose: 'manage webhooks' };
const REQUESTS: Access = { needs: ['keys'], purpose: 'view requests' };

/** The access that each page needs. */
const ACCESS: Record<PagePath, Access> = {
  '/': DELIVERIES,
  '/analytics': DELIVERIES,
  '/performance': DELIVERIES,
  '/trace': DELIVERIES,
  '/deliveries': DELIVERIES,
  '/deliveries/new': { needs: ['deliveries:write'], purpose: 'create deliveries' },
  '/deliveries/notes': DELIVERIES,
  '/deliveries/pick-list': DELIVERIES,
  '/deliveries/:id': DELIVERIES,
  '/deliveries/:id/change': { needs: ['deliveries:write'], purpose: 'change deliveries' },
  '/deliveries/:id/note': DELIVERIES,
  '/tours': TOURS,
  '/tours/sheets': TOURS,
  '/tours/:id': TOURS,
  '/tour-templates': TOURS,
  '/calendar': STANDING_ORDERS,
  '/standing-orders': STANDING_ORDERS,
  '/standing-orders/new': { needs: ['deliveries:write'], purpose: 'create standing orders' },
  '/standing-orders/:id': STANDING_ORDERS,
  '/standing-orders/:id/change': CHANGE_STANDING_ORDERS,
  '/standing-orders/:id/dates/:date': CHANGE_STANDING_ORDERS,
  '/crates': { needs: ['deliveries:read'], purpose: 'view crates' },
  '/closed-days': { needs: ['deliveries:read'], purpose: 'view closed days' },
  '/stops': STOPS,
  '/stops/:id': STOPS,
  '/receipts': { needs: ['deliveries:read'], purpose: 'view receipts' },
  '/returns': RETURNS,
  '/returns/:id': RETURNS,
  '/products': PRODUCTS,
  '/products/:id': PRODUCTS,
  '/supermarkets': SUPERMARKETS,
  '/supermarkets/new': { needs: ['supermarkets:write'], purpose: 'create supermarkets' },
  '/supermarkets/:id': SUPERMARKETS,
  '/supermarkets/:id/prices': PRODUCTS,
  '/withdrawals': WITHDRAWALS,
  '/withdrawals/new': { needs: ['deliveries:write'], purpose: 'start withdrawals' },
  '/withdrawals/:id': WITHDRAWALS,
  '/imports': IMPORTS,
  '/imports/:id': IMPORTS,
  '/account': { purpose: 'view your account' },
  '/audit-log': { needs: ['account'], purpose: 'view the audit log' },
  '/people': { needs: ['account'], purpose: 'manage people' },
  '/keys': { needs: ['keys'], purpose: 'manage API keys' },
  '/webhooks': WEBHOOKS,
  '/webhooks/:id': WEBHOOKS,
  '/webhooks/:id/messages/:message': WEBHOOKS,
  '/requests': REQUESTS,
  '/requests/:id': REQUESTS,
  '/usage': { needs: ['keys'], purpose: 'view usage' },
};

/** Returns whether someone may open the page with this path. */
export function mayOpen(path: PagePath, may: Mays): boolean {
  const { needs } = ACCESS[path];
  return needs === undefined || may(...needs);
}

/** Returns what the page with this path is for, as in "create deliveries". */
export function purposeOf(path: PagePath): string {
  return ACCESS[path].purpose;
}
