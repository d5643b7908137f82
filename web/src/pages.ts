import { type ComponentType, lazy } from 'react';
import AccountPage from './account/account-page.tsx';
import ChangeDeliveryPage from './delivery/change-delivery-page.tsx';
import DeliveriesPage from './delivery/deliveries-page.tsx';
import DeliveryNotePage from './delivery/delivery-note-page.tsx';
import DeliveryNotesPage from './delivery/delivery-notes-page.tsx';
import DeliveryPage from './delivery/delivery-page.tsx';
import NewDeliveryPage from './delivery/new-delivery-page.tsx';
import ProductPage from './product/product-page.tsx';
import ProductsPage from './product/products-page.tsx';
import ReturnPage from './return/return-page.tsx';
import ReturnsPage from './return/returns-page.tsx';
import NewSupermarketPage from './supermarket/new-supermarket-page.tsx';
import SupermarketPage from './supermarket/supermarket-page.tsx';
import SupermarketsPage from './supermarket/supermarkets-page.tsx';
import TodayPage from './today/today-page.tsx';

interface PageRoute {
  path: string;
  component: ComponentType;
}

// Loaded when they are visited: developers' pages, and others that few open first.
const AnalyticsPage = lazy(() => import('./dashboard/analytics-page.tsx'));
const AuditLogPage = lazy(() => import('./audit/audit-log-page.tsx'));
const ImportPages = lazy(() => import('./import/import-pages.tsx'));
const KeysPage = lazy(() => import('./api-key/keys-page.tsx'));
const MessagePage = lazy(() => import('./webhook/message-page.tsx'));
const NewWithdrawalPage = lazy(() => import('./withdrawal/new-withdrawal-page.tsx'));
const PeoplePage = lazy(() => import('./person/people-page.tsx'));
const PerformancePage = lazy(() => import('./performance/performance-page.tsx'));
const PickListPage = lazy(() => import('./delivery/pick-list-page.tsx'));
const RequestPage = lazy(() => import('./request/request-page.tsx'));
const RequestsPage = lazy(() => import('./request/requests-page.tsx'));
const StopPage = lazy(() => import('./stop/stop-page.tsx'));
const StopsPage = lazy(() => import('./stop/stops-page.tsx'));
const TracePage = lazy(() => import('./trace/trace-page.tsx'));
const UsagePage = lazy(() => import('./usage/usage-page.tsx'));
const WebhookPage = lazy(() => import('./webhook/webhook-page.tsx'));
const WebhooksPage = lazy(() => import('./webhook/webhooks-page.tsx'));
const WithdrawalPage = lazy(() => import('./withdrawal/withdrawal-page.tsx'));
const WithdrawalsPage = lazy(() => import('./withdrawal/withdrawals-page.tsx'));

/** The pages behind the sign-in. Those for each day are loaded at once. */
export const pages: PageRoute[] = [
  { path: '/', component: TodayPage },
  { path: '/analytics', component: AnalyticsPage },
  { path: '/deliveries', component: DeliveriesPage },
  { path: '/deliveries/new', component: NewDeliveryPage },
  { path: '/deliveries/notes', component: DeliveryNotesPage },
  { path: '/deliveries/pick-list', component: PickListPage },
  { path: '/deliveries/:id', component: DeliveryPage },
  { path: '/deliveries/:id/change', component: ChangeDeliveryPage },
  { path: '/deliveries/:id/note', component: DeliveryNotePage },
  { path: '/performance', component: PerformancePage },
  { path: '/returns', component: ReturnsPage },
  { path: '/returns/:id', component: ReturnPage },
  { path: '/products', component: ProductsPage },
  { path: '/products/:id', component: ProductPage },
  { path: '/supermarkets', component: SupermarketsPage },
  { path: '/supermarkets/new', component: NewSupermarketPage },
  { path: '/supermarkets/:id', component: SupermarketPage },
  { path: '/imports', component: ImportPages },
  { path: '/imports/:id', component: ImportPages },
  { path: '/stops', component: StopsPage },
  { path: '/stops/:id', component: StopPage },
  { path: '/trace', component: TracePage },
  { path: '/withdrawals', component: WithdrawalsPage },
  { path: '/withdrawals/new', component: NewWithdrawalPage },
  { path: '/withdrawals/:id', component: WithdrawalPage },
  { path: '/account', component: AccountPage },
  { path: '/audit-log', component: AuditLogPage },
  { path: '/keys', component: KeysPage },
  { path: '/people', component: PeoplePage },
  { path: '/webhooks', component: WebhooksPage },
  { path: '/webhooks/:id', component: WebhookPage },
  { path: '/webhooks/:id/messages/:message', component: MessagePage },
  { path: '/requests', component: RequestsPage },
  { path: '/requests/:id', component: RequestPage },
  { path: '/usage', component: UsagePage },
];
