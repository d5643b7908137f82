import { builder } from '../../core/builder/builder.ts';
import { inputType } from '../../core/builder/fields-graphql.ts';
import { MAX_UPSERT_ROWS } from '../../core/limits.ts';
import { asManyAs } from '../../core/list/list-size.ts';
import { resultType, withRecords } from '../../core/upsert/graphql.ts';
import { Supermarket } from './graphql.ts';
import { SUPERMARKET_ROW } from './upsert-rows.ts';
import { upsertSupermarkets } from './upsert-supermarkets.ts';

const UpsertSupermarketInput = inputType(
  'UpsertSupermarketInput',
  SUPERMARKET_ROW,
  'create',
  'A supermarket to create or to change, with branches.',
);
const SupermarketUpsert = resultType('SupermarketUpsert', 'supermarket', 'supermarkets', Supermarket);

builder.mutationField('upsertSupermarkets', (t) =>
  t.fieldWithSelection({
    type: [SupermarketUpsert],
    paths: [['supermarket']],
    description: `Creates and changes supermarkets and their branches by their references, at most ${MAX_UPSERT_ROWS}. What is left out stays; null clears optional fields. A row is written whole or refused, and a refused row does not stop the others. A row counts like a twentieth of a request.`,
    authScopes: { scope: 'supermarkets:write' },
    args: { input: t.arg({ type: [UpsertSupermarketInput], required: true, description: 'The rows.' }) },
    ...asManyAs('input', MAX_UPSERT_ROWS),
    resolve: async (selection, _root, { input }, context) =>
      withRecords(context, context.db.supermarket, selection, await upsertSupermarkets(context, input)),
  }),
);
