import { type ComponentType, lazy } from 'react';

interface PageRoute {
  path: string;
  component: ComponentType;
}

/** Every page behind the sign-in, each loaded when it is first opened. */
export const pages: PageRoute[] = [
  { path: '/account', component: lazy(() => import('./account/account-page.tsx')) },
];
