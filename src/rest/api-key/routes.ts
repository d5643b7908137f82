import { RotateOwnKeyDocument } from '../../generated/operations.ts';
import { route } from '../route.ts';
import { one } from '../shape.ts';
import { KeyRotation, RotatedKey } from './shape.ts';

export const apiKeyRoutes = [
  route({
    method: 'post',
    path: '/api-keys/self/rotate',
    name: 'rotateOwnKey',
    summary: 'Rotate the key that sends the request',
    description:
      'The key gets a new value and keeps its id, name, scopes and expiry. The old value stays valid for `grace_seconds`, but only repeats this request by its `Idempotency-Key`: send one, so that a lost response is not a lost key.',
    body: KeyRotation,
    isBodyOptional: true,
    response: one(RotatedKey),
    errors: ['quota_exceeded'],
    operation: RotateOwnKeyDocument,
    variables: ({ body }) => ({ graceSeconds: body.graceSeconds ?? 0 }),
  }),
];
