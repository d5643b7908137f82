import { z } from 'zod';
import type { SupermarketFragment, SupermarketItemFragment } from '../../generated/operations.ts';
import { email, recordId, text } from '../../schema/rules.ts';
import { branchList, branchRules } from '../../schema/supermarket/branch-rules.ts';
import { time } from '../values.ts';

/** The specification's list item. */
export const SupermarketItem = z
  .strictObject({
    id: recordId,
    name: z.string(),
    branches: z.array(z.strictObject({ id: recordId, name: z.string(), address: z.string() })),
  })
  .meta({
    id: 'SupermarketItem',
    description: 'A supermarket as lists show it.',
    examples: [
      {
        id: 5,
        name: 'Oakfield Stores',
        branches: [{ id: 8, name: 'Oakfield West', address: '4 Mill Lane' }],
      },
    ],
  });

export const Supermarket = z
  .strictObject({
    id: recordId,
    name: z.string(),
    contact_email: z.email(),
    branches: z.array(
      z.strictObject({
        id: recordId,
        name: z.string(),
        address: z.string(),
        delivery_window: z.string().nullable().describe('When it takes deliveries, HH:MM-HH:MM'),
      }),
    ),
    created_at: time,
  })
  .meta({
    id: 'Supermarket',
    description: 'A supermarket with its branches, their delivery windows and whom to write to.',
    examples: [
      {
        id: 5,
        name: 'Oakfield Stores',
        contact_email: 'buying@oakfield.example',
        branches: [{ id: 8, name: 'Oakfield West', address: '4 Mill Lane', delivery_window: '06:00-10:00' }],
        created_at: '2099-11-20T09:30:00.000Z',
      },
    ],
  });

export const SupermarketInput = z
  .strictObject({
    name: text(),
    contact_email: email.meta({ format: 'email' }),
    branches: branchList(
      z.strictObject({
        name: branchRules.name,
        address: branchRules.address,
        delivery_window: branchRules.deliveryWindow.describe('HH:MM-HH:MM, the start before the end'),
      }),
    ).nullish(),
  })
  .meta({
    id: 'SupermarketInput',
    examples: [
      {
        name: 'Oakfield Stores',
        contact_email: 'buying@oakfield.example',
        branches: [{ name: 'Oakfield West', address: '4 Mill Lane', delivery_window: '06:00-10:00' }],
      },
    ],
  });

export function toItem({ id, name, branches }: SupermarketItemFragment): z.output<typeof SupermarketItem> {
  return { id: Number(id), name, branches: branches.map((branch) => ({ ...branch, id: Number(branch.id) })) };
}

export function toSupermarket(supermarket: SupermarketFragment): z.output<typeof Supermarket> {
  return {
    id: Number(supermarket.id),
    name: supermarket.name,
    contact_email: supermarket.contactEmail,
    branches: supermarket.branches.map((branch) => ({
      id: Number(branch.id),
      name: branch.name,
      address: branch.address,
      delivery_window: branch.deliveryWindow,
    })),
    created_at: supermarket.createdAt,
  };
}
