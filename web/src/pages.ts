import { type ComponentType, lazy } from 'react';

interface PageRoute {
  path: string;
  component: ComponentType;
}

/** The pages behind the sign-in; each is loaded when it is first opened. */
export const pages: PageRoute[] = [
  { path: '/', component: lazy(() => import('./dashboard/dashboard-page.tsx')) },
  { path: '/deliveries', component: lazy(() => import('./delivery/deliveries-page.tsx')) },
  { path: '/deliveries/new', component: lazy(() => import('./delivery/new-delivery-page.tsx')) },
  { path: '/deliveries/:id', component: lazy(() => import('./delivery/delivery-page.tsx')) },
  { path: '/deliveries/:id/note', component: lazy(() => import('./delivery/delivery-note-page.tsx')) },
  { path: '/returns', component: lazy(() => import('./return/returns-page.tsx')) },
  { path: '/returns/:id', component: lazy(() => import('./return/return-page.tsx')) },
  { path: '/products', component: lazy(() => import('./product/products-page.tsx')) },
  { path: '/products/:id', component: lazy(() => import('./product/product-page.tsx')) },
  { path: '/supermarkets', component: lazy(() => import('./supermarket/supermarkets-page.tsx')) },
  { path: '/supermarkets/new', component: lazy(() => import('./supermarket/new-supermarket-page.tsx')) },
  { path: '/supermarkets/:id', component: lazy(() => import('./supermarket/supermarket-page.tsx')) },
  { path: '/account', component: lazy(() => import('./account/account-page.tsx')) },
  { path: '/keys', component: lazy(() => import('./api-key/keys-page.tsx')) },
  { path: '/webhooks', component: lazy(() => import('./webhook/webhooks-page.tsx')) },
  { path: '/webhooks/:id', component: lazy(() => import('./webhook/webhook-page.tsx')) },
  {
    path: '/webhooks/:id/messages/:message',
    component: lazy(() => import('./webhook/message-page.tsx')),
  },
  { path: '/usage', component: lazy(() => import('./usage/usage-page.tsx')) },
];
