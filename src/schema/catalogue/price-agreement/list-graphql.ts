import { builder } from '../../core/builder/builder.ts';
import { CONNECTION_PATHS, connectionOf } from '../../core/list/connection.ts';
import { filterType } from '../../core/list/filters-graphql.ts';
import { connectionArgs, connectionType } from '../../core/list/graphql.ts';
import { byIdsAndDay } from '../../core/list/order.ts';
import type { List } from '../../core/list/source.ts';
import { PRICE_AGREEMENT_FILTERS } from './filters.ts';
import { PriceAgreement } from './graphql.ts';

const AGREEMENTS = {
  model: 'PriceAgreement',
  orders: byIdsAndDay('PRICE', ['supermarket_id', 'product_id'], 'valid_from'),
  filters: PRICE_AGREEMENT_FILTERS,
} satisfies List;

const READ = { scope: 'products:read' } as const;
const PriceAgreementFilter = filterType(PRICE_AGREEMENT_FILTERS);
const PriceAgreementConnection = connectionType('PriceAgreement', PriceAgreement, READ);

builder.queryField('priceAgreements', (t) =>
  t.fieldWithSelection({
    type: PriceAgreementConnection,
    description:
      'Lists agreed prices by supermarket, product (each by `id`) and first day, past ones included.',
    paths: CONNECTION_PATHS,
    authScopes: READ,
    args: { ...connectionArgs, filter: t.arg({ type: PriceAgreementFilter }) },
    resolve: (selection, _root, args, context, info) =>
      connectionOf(AGREEMENTS, { args, context, info, selection }),
  }),
);
