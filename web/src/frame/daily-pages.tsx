import { DeliveryTable, IN_LISTS_ONLY, OFF_PANELS } from '../trade/delivery/delivery-table.tsx';
import type { RecordTables } from '../base/list/record-tables.ts';
import { ReturnTable } from '../trade/return/return-table.tsx';
import DeliveriesPage from '../trade/delivery/deliveries-page.tsx';
import ChangeDeliveryPage from '../trade/delivery/change-delivery-page.tsx';
import DeliveryNotePage from '../trade/delivery/delivery-note-page.tsx';
import DeliveryNotesPage from '../trade/delivery/delivery-notes-page.tsx';
import DeliveryPage from '../trade/delivery/delivery-page.tsx';
import NewDeliveryPage from '../trade/delivery/new-delivery-page.tsx';
import ProductPage from '../catalogue/product/product-page.tsx';
import ProductsPage from '../catalogue/product/products-page.tsx';
import ReturnPage from '../trade/return/return-page.tsx';
import ReturnsPage from '../trade/return/returns-page.tsx';
import NewSupermarketPage from '../catalogue/supermarket/new-supermarket-page.tsx';
import SupermarketPage from '../catalogue/supermarket/supermarket-page.tsx';
import SupermarketsPage from '../catalogue/supermarket/supermarkets-page.tsx';
import TodayPage from './today/today-page.tsx';

const tables: RecordTables = {
  Deliveries: ({ deliveries, isBeside, without }) => (
    <DeliveryTable
      deliveries={deliveries}
      hidden={isBeside ? OFF_PANELS : [...IN_LISTS_ONLY, ...(without ? [without] : [])]}
    />
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
