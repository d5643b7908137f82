import { DeliveryTable, OFF_PANELS } from './delivery/delivery-table.tsx';
import type { RecordTables } from './list/record-tables.ts';
import { ReturnTable } from './return/return-table.tsx';
import DeliveriesPage from './delivery/deliveries-page.tsx';
import ChangeDeliveryPage from './delivery/change-delivery-page.tsx';
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

const tables: RecordTables = {
  Deliveries: ({ deliveries, isBeside }) => (
    <DeliveryTable deliveries={deliveries} hidden={isBeside ? OFF_PANELS : undefined} />
  ),
  Returns: ReturnTable,
};

/** The pages for each day. One file loads them all, so that nobody waits on the way from one to another. */
export const dailyPages = {
  ChangeDeliveryPage,
  DeliveriesPage,
  DeliveryNotePage,
  DeliveryNotesPage,
  DeliveryPage,
  NewDeliveryPage,
  NewSupermarketPage,
  ProductPage: () => <ProductPage tables={tables} />,
  ProductsPage: () => <ProductsPage tables={tables} />,
  ReturnPage,
  ReturnsPage,
  SupermarketPage: () => <SupermarketPage tables={tables} />,
  SupermarketsPage: () => <SupermarketsPage tables={tables} />,
  TodayPage,
};
