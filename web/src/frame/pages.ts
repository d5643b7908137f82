import { type ComponentType, lazy } from 'react';
import type { dailyPages } from './daily-pages.tsx';

interface PageRoute {
  path: string;
  component: ComponentType;
}

const daily = (name: keyof typeof dailyPages) =>
  lazy(async () => ({ default: (await import('./daily-pages.tsx')).dailyPages[name] }));

const ChangeDeliveryPage = daily('ChangeDeliveryPage');
const DeliveriesPage = daily('DeliveriesPage');
const DeliveryNotePage = daily('DeliveryNotePage');
const DeliveryNotesPage = daily('DeliveryNotesPage');
const DeliveryPage = daily('DeliveryPage');
const NewDeliveryPage = daily('NewDeliveryPage');
const ProductPage = daily('ProductPage');
const ProductsPage = daily('ProductsPage');
const ReturnPage = daily('ReturnPage');
const ReturnsPage = daily('ReturnsPage');
const NewSupermarketPage = daily('NewSupermarketPage');
const SupermarketPage = daily('SupermarketPage');
const SupermarketsPage = daily('SupermarketsPage');
const TodayPage = daily('TodayPage');

// Loaded when they are visited: developers' pages, and others that few open first.
const AccountPage = lazy(() => import('./account-page.tsx'));
const AnalyticsPage = lazy(() => import('../insight/dashboard/analytics-page.tsx'));
const AuditLogPage = lazy(() => import('../people/audit/audit-log-page.tsx'));
const ClosedDaysPage = lazy(() => import('../catalogue/closed-day/closed-days-page.tsx'));
const ImportPages = lazy(() => import('../exchange/import/import-pages.tsx'));
const KeysPage = lazy(() => import('../people/api-key/keys-page.tsx'));
const MessagePage = lazy(() => import('../exchange/webhook/message-page.tsx'));
const NewWithdrawalPage = lazy(() => import('../trace/withdrawal/new-withdrawal-page.tsx'));
const CalendarPage = lazy(() => import('../trade/calendar/calendar-page.tsx'));
const ChangeDatePage = lazy(() => import('../trade/standing-order/change-date-page.tsx'));
const ChangeStandingOrderPage = lazy(() => import('../trade/standing-order/change-standing-order-page.tsx'));
const NewStandingOrderPage = lazy(() => import('../trade/standing-order/new-standing-order-page.tsx'));
const StandingOrderPage = lazy(() => import('../trade/standing-order/standing-order-page.tsx'));
const StandingOrdersPage = lazy(() => import('../trade/standing-order/standing-orders-page.tsx'));
const PeoplePage = lazy(() => import('../people/person/people-page.tsx'));
const PerformancePage = lazy(() => import('../insight/performance/performance-page.tsx'));
const PickListPage = lazy(() => import('../trade/delivery/pick-list-page.tsx'));
const CratesPage = lazy(() => import('../trade/container/crates-page.tsx'));
const ReceiptsPage = lazy(() => import('../trade/receipt/receipts-page.tsx'));
const RequestPage = lazy(() => import('../insight/request/request-page.tsx'));
const RequestsPage = lazy(() => import('../insight/request/requests-page.tsx'));
const StopPage = lazy(() => import('../trade/stop/stop-page.tsx'));
const StopsPage = lazy(() => import('../trade/stop/stops-page.tsx'));
const TourPage = lazy(() => import('../trade/tour/tour-page.tsx'));
const TourSheetsPage = lazy(() => import('../trade/tour/tour-sheets-page.tsx'));
const TourTemplatesPage = lazy(() => import('../trade/tour/tour-templates-page.tsx'));
const ToursPage = lazy(() => import('../trade/tour/tours-page.tsx'));
const TracePage = lazy(() => import('../trace/trace/trace-page.tsx'));
const SupermarketPricesPage = lazy(() => import('../catalogue/price-agreement/supermarket-prices-page.tsx'));
const UsagePage = lazy(() => import('../insight/usage/usage-page.tsx'));
const WebhookPage = lazy(() => import('../exchange/webhook/webhook-page.tsx'));
const WebhooksPage = lazy(() => import('../exchange/webhook/webhooks-page.tsx'));
const WithdrawalPage = lazy(() => import('../trace/withdrawal/withdrawal-page.tsx'));
const WithdrawalsPage = lazy(() => import('../trace/withdrawal/withdrawals-page.tsx'));

/** The pages behind the sign-in. */
export const pages = [
  { path: '/', component: TodayPage },
  { path: '/analytics', component: AnalyticsPage },
  { path: '/deliveries', component: DeliveriesPage },
  { path: '/deliveries/new', component: NewDeliveryPage },
  { path: '/deliveries/notes', component: DeliveryNotesPage },
  { path: '/deliveries/pick-list', component: PickListPage },
  { path: '/deliveries/:id', component: DeliveryPage },
  { path: '/deliveries/:id/change', component: ChangeDeliveryPage },
  { path: '/deliveries/:id/note', component: DeliveryNotePage },
  { path: '/tours', component: ToursPage },
  { path: '/tours/sheets', component: TourSheetsPage },
  { path: '/tours/:id', component: TourPage },
  { path: '/tour-templates', component: TourTemplatesPage },
  { path: '/calendar', component: CalendarPage },
  { path: '/standing-orders', component: StandingOrdersPage },
  { path: '/standing-orders/new', component: NewStandingOrderPage },
  { path: '/standing-orders/:id', component: StandingOrderPage },
  { path: '/standing-orders/:id/change', component: ChangeStandingOrderPage },
  { path: '/standing-orders/:id/dates/:date', component: ChangeDatePage },
  { path: '/performance', component: PerformancePage },
  { path: '/receipts', component: ReceiptsPage },
  { path: '/returns', component: ReturnsPage },
  { path: '/returns/:id', component: ReturnPage },
  { path: '/crates', component: CratesPage },
  { path: '/products', component: ProductsPage },
  { path: '/products/:id', component: ProductPage },
  { path: '/supermarkets', component: SupermarketsPage },
  { path: '/supermarkets/new', component: NewSupermarketPage },
  { path: '/supermarkets/:id', component: SupermarketPage },
  { path: '/supermarkets/:id/prices', component: SupermarketPricesPage },
  { path: '/closed-days', component: ClosedDaysPage },
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
] as const satisfies readonly PageRoute[];

/** The path of a page behind the sign-in. */
export type PagePath = (typeof pages)[number]['path'];
