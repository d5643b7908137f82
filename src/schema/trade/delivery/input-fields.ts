import { CREATE, type Field, type Fields } from '../../core/noun/fields.ts';
import { IDENTIFIER } from '../../core/noun/kinds.ts';
import { reference } from '../../core/noun/trade-numbers.ts';
import { DELIVERY_FIELDS, LINE_FIELDS } from './fields.ts';

/** A pair of input fields that name one record by its id or by its reference. */
export interface RecordName {
  noun: 'Supermarket' | 'Branch' | 'Product';
  id: string;
  reference: string;
}

export const NAMES_IN_DELIVERY: readonly RecordName[] = [
  { noun: 'Supermarket', id: 'supermarketId', reference: 'supermarketReference' },
  { noun: 'Branch', id: 'branchId', reference: 'branchReference' },
];
export const NAMES_IN_LINE: readonly RecordName[] = [
  { noun: 'Product', id: 'productId', reference: 'productReference' },
];

/** The fields of a delivery's input: each record is named by its id or by its reference. */
export const DELIVERY_INPUT = {
  ...withReferenceFields(DELIVERY_FIELDS, NAMES_IN_DELIVERY),
  products: {
    ...DELIVERY_FIELDS.products,
    kind: {
      ...DELIVERY_FIELDS.products.kind,
      list: {
        ...DELIVERY_FIELDS.products.kind.list,
        fields: withReferenceFields(LINE_FIELDS, NAMES_IN_LINE),
      },
    },
  },
} as typeof DELIVERY_FIELDS;

function withReferenceFields(fields: Fields, names: readonly RecordName[]): Fields {
  const members = Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    const found = names.find(({ id }) => id === name);
    if (!found) return [[name, field]];
    const byReference: Field = {
      kind: IDENTIFIER,
      rule: reference,
      in: CREATE,
      restIn: CREATE,
      isOptional: true,
      insteadOf: name,
      is: `the reference of the ${found.noun.toLowerCase()}, in place of its \`id\``,
    };
    return [
      [name, { ...field, isOptional: true }],
      [found.reference, byReference],
    ];
  });
  return Object.fromEntries(members);
}
