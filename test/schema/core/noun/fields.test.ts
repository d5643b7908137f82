import { expect, it } from 'vitest';
import { z } from 'zod';
import { restFieldsIn } from '../../../../src/rest/rest-fields.ts';
import { body, restRecord } from '../../../../src/rest/shape.ts';
import { DELIVERY_FIELDS } from '../../../../src/schema/trade/delivery/fields.ts';
import { columns, values } from '../../../../src/schema/core/noun/fields-sql.ts';
import { CREATE_AND_OUT, describedIn, rulesToCreate } from '../../../../src/schema/core/noun/fields.ts';
import { TEXT } from '../../../../src/schema/core/noun/kinds.ts';

const fields = {
  ...DELIVERY_FIELDS,
  orderNumber: { kind: TEXT, in: CREATE_AND_OUT, isOptional: true, is: 'the order number', example: 'PO-77' },
} as const;

it('one entry adds a field to the rules, the statement, and the requests and responses of REST', () => {
  const input = { orderNumber: ' PO-1 ' };
  expect(z.object(rulesToCreate(fields)).pick({ orderNumber: true }).parse(input)).toEqual({
    orderNumber: 'PO-1',
  });
  expect(columns(fields).sql).toContain('order_number');
  expect(values(fields, input).values).toContain(' PO-1 ');
  const given = body('TrialInput', fields);
  expect(given.schema.meta()!.examples).toMatchObject([{ order_number: 'PO-77' }]);
  expect(given.toGraphQL({ subchain_id: 8, order_number: 'PO-1' })).toMatchObject({
    branchId: '8',
    orderNumber: 'PO-1',
  });
  expect(restFieldsIn(fields, 'out').map(([name]) => name)).toContain('orderNumber');
  expect(
    restRecord('Trial', fields).toRest(
      { id: '7', status: 'IN_TRANSIT', products: [], orderNumber: null },
      false,
    ),
  ).toMatchObject({ id: 7, status: 'in_transit', order_number: null });
  expect(describedIn('create', fields.orderNumber)).toBe('The order number, at most 200 characters.');
});
