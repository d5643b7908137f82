import { builder } from '../../core/builder/builder.ts';
import { exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { asManyAs } from '../../core/list/list-size.ts';
import { recordsById } from '../../core/list/load-record.ts';
import { MAX_PRICE_ROWS } from '../limits.ts';
import { Product } from '../product/graphql.ts';
import { Supermarket } from '../supermarket/graphql.ts';
import { PRICE_AGREEMENT_FIELDS } from './fields.ts';
import { readPriceOf } from './read-price-of.ts';
import { setPriceAgreements } from './set-price-agreements.ts';

export const PriceAgreement = builder.prismaObject('PriceAgreement', {
  description: 'A price of a product that is agreed with a supermarket for a period.',
  authScopes: { resource: 'products' },
  select: { id: true },
  fields: (t) => ({
    ...exposed(t, PRICE_AGREEMENT_FIELDS),
    supermarket: t.relation('supermarket', {
      type: Supermarket,
      description: 'The supermarket as it is now. Needs `supermarkets:read`.',
      authScopes: { scope: 'supermarkets:read' },
    }),
    product: t.relation('product', { type: Product, description: 'The product as it is now.' }),
  }),
});

builder.queryField('priceOf', (t) =>
  t.field({
    type: 'Decimal',
    nullable: true,
    description:
      'Returns the price of a product for a supermarket on a day: the agreed one, else that of the product. Null if one of them does not exist.',
    authScopes: { scope: 'products:read' },
    args: {
      productId: t.arg.id({ required: true, description: 'The `id` of the product.' }),
      supermarketId: t.arg.id({ required: true, description: 'The `id` of the supermarket.' }),
      date: t.arg({ type: 'Date', required: true, description: 'The day.' }),
    },
    resolve: (_root, args, context) => readPriceOf(context, args),
  }),
);

const PriceAgreementInput = inputType(
  'PriceAgreementInput',
  PRICE_AGREEMENT_FIELDS,
  'create',
  'The agreed price of a product from a day on. A row means the agreement of its product and `validFrom`.',
);

builder.mutationField('setPriceAgreements', (t) =>
  t.fieldWithSelection({
    type: [PriceAgreement],
    nullable: { list: true, items: true },
    description: `Adds, changes and removes agreed prices of a supermarket, at most ${MAX_PRICE_ROWS}, all or none; others stay. Periods of one product must not overlap after the call. Returns the agreements of the rows, null for removed ones. Deliveries that exist keep their prices.`,
    authScopes: { scope: 'products:write' },
    audit: { left: 'prices.changed' },
    args: {
      supermarketId: t.arg.id({ required: true, description: 'The `id` of the supermarket.' }),
      rows: t.arg({ type: [PriceAgreementInput], required: true, description: 'The rows.' }),
    },
    ...asManyAs('rows', MAX_PRICE_ROWS),
    resolve: async (query, _root, { supermarketId, rows }, context) => {
      const ids = await setPriceAgreements(context, supermarketId, rows);
      const existing = ids.flatMap((id) => id ?? []);
      const byId = await recordsById(context, context.db.priceAgreement, query, existing);
      return ids.map((id) => (id === null ? null : byId.get(id)!));
    },
  }),
);
