import type { Fields } from '../fields.ts';
import { deliveryWindow, email, text } from '../rules.ts';

/** The supermarket fields that users fill in. */
export const SUPERMARKET_FIELDS = {
  name: { rule: text(), type: 'String', is: 'the name', example: 'Oakfield Stores' },
  contactEmail: {
    rule: email,
    type: 'String',
    is: 'the e-mail address to contact',
    example: 'buying@oakfield.example',
  },
} as const satisfies Fields;

/** The branch fields that users fill in. */
export const BRANCH_FIELDS = {
  name: { rule: text(), type: 'String', is: 'the name', example: 'Oakfield West' },
  address: { rule: text(), type: 'String', is: 'the postal address', example: '4 Mill Lane' },
  deliveryWindow: {
    rule: deliveryWindow,
    type: 'String',
    is: 'the daily delivery window (HH:MM-HH:MM)',
    note: 'Null if there is none.',
    isOptional: true,
    example: '06:00-10:00',
  },
} as const satisfies Fields;
