import { apiKeyRoutes } from './api-key/routes.ts';
import { deliveryRoutes } from './delivery/routes.ts';
import { productRoutes } from './product/routes.ts';
import { returnRoutes } from './return/routes.ts';
import type { Route } from './route.ts';
import { standingOrderRoutes } from './standing-order/routes.ts';
import { supermarketRoutes } from './supermarket/routes.ts';
import { webhookRoutes } from './webhook/routes.ts';

/** All endpoints of the REST API. */
export const routes: readonly Route[] = [
  ...deliveryRoutes,
  ...returnRoutes,
  ...productRoutes,
  ...supermarketRoutes,
  ...standingOrderRoutes,
  ...apiKeyRoutes,
  ...webhookRoutes,
];
