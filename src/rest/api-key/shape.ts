import { z } from 'zod';
import { API_KEY_FIELDS } from '../../schema/people/api-key/fields.ts';
import { graceRule } from '../../schema/people/api-key/rotate-key.ts';
import { OUT } from '../../schema/core/noun/fields.ts';
import { INTEGER, TEXT, TIME } from '../../schema/core/noun/kinds.ts';
import { body, restRecord } from '../shape.ts';

const { id, name, scopes, expiresAt } = API_KEY_FIELDS;

/** The response of a rotation. */
export const RotatedKey = restRecord(
  'RotatedKey',
  {
    id: { ...id, example: 7 },
    key: {
      kind: TEXT,
      shown: z.string().describe('The new value of the key. Shown only this once.'),
      in: OUT,
      example: 'prv_QvTkzc5YnJ8mBhWw2xRq7L0dAe3uFs9GpX1iN6oKaVtCyEbMZ4',
    },
    name: { ...name, in: OUT, example: 'ERP' },
    scopes: { ...scopes, in: OUT, example: ['deliveries:read', 'deliveries:write'] },
    expiresAt: { ...expiresAt, in: OUT, example: null },
    previousValueExpiresAt: {
      kind: TIME,
      in: OUT,
      isOptional: true,
      is: 'when the last of the old values expires; null if all have',
      example: '2026-11-21T09:30:00.000Z',
    },
  },
  { type: 'ApiKey', description: 'A key with its new value.' },
);

export const KeyRotation = body('KeyRotation', {
  graceSeconds: {
    kind: INTEGER,
    rule: graceRule,
    isOptional: true,
    restIs: 'how long the old value stays valid, in seconds (0–86400, default 0)',
    example: 3600,
  },
} as const);
