import type { ComponentType } from 'react';
import { loadedPage } from './shell/loaded-page.tsx';

interface PageRoute {
  path: string;
  component: ComponentType;
}

/** The pages behind the sign-in; each is loaded when it is first opened. */
export const pages: PageRoute[] = [
  { path: '/', component: loadedPage(() => import('./dashboard/dashboard-page.tsx')) },
  { path: '/deliveries', component: loadedPage(() => import('./delivery/deliveries-page.tsx')) },
  { path: '/deliveries/new', component: loadedPage(() => import('./delivery/new-delivery-page.tsx')) },
  { path: '/deliveries/:id', component: loadedPage(() => import('./delivery/delivery-page.tsx')) },
  { path: '/deliveries/:id/note', component: loadedPage(() => import('./delivery/delivery-note-page.tsx')) },
  { path: '/returns', component: loadedPage(() => import('./return/returns-page.tsx')) },
  { path: '/returns/:id', component: loadedPage(() => import('./return/return-page.tsx')) },
  { path: '/products', component: loadedPage(() => import('./product/products-page.tsx')) },
  { path: '/products/:id', component: loadedPage(() => import('./product/product-page.tsx')) },
  { path: '/supermarkets', component: loadedPage(() => import('./supermarket/supermarkets-page.tsx')) },
  {
    path: '/supermarkets/new',
    component: loadedPage(() => import('./supermarket/new-supermarket-page.tsx')),
  },
  { path: '/supermarkets/:id', component: loadedPage(() => import('./supermarket/supermarket-page.tsx')) },
  { path: '/account', component: loadedPage(() => import('./account/account-page.tsx')) },
  { path: '/keys', component: loadedPage(() => import('./api-key/keys-page.tsx')) },
  { path: '/webhooks', component: loadedPage(() => import('./webhook/webhooks-page.tsx')) },
  { path: '/webhooks/:id', component: loadedPage(() => import('./webhook/webhook-page.tsx')) },
  {
    path: '/webhooks/:id/messages/:message',
    component: loadedPage(() => import('./webhook/message-page.tsx')),
  },
  { path: '/usage', component: loadedPage(() => import('./usage/usage-page.tsx')) },
];
