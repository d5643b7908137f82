import type { Prisma } from '../../generated/prisma/client.ts';
import type { Scope } from '../api-key/scopes.ts';

/** How the records of a type are found by their `nodeId`. */
interface NodeType {
  model: Prisma.ModelName;
  /** The column behind the type's `id`. */
  key: 'id' | 'webhookId';
  /** The scope needed to look one up, the same as for the field that takes its `id`. */
  scope: Scope;
}

/** The types that implement `Node`. Every id contains the type name: do not rename them. */
export const NODE_TYPES = {
  Branch: { model: 'Branch', key: 'id', scope: 'supermarkets:read' },
  Delivery: { model: 'Delivery', key: 'id', scope: 'deliveries:read' },
  Product: { model: 'Product', key: 'id', scope: 'products:read' },
  Return: { model: 'Return', key: 'id', scope: 'returns:read' },
  Supermarket: { model: 'Supermarket', key: 'id', scope: 'supermarkets:read' },
  Webhook: { model: 'WebhookSubscription', key: 'id', scope: 'webhooks:read' },
  WebhookMessage: { model: 'WebhookMessage', key: 'webhookId', scope: 'webhooks:read' },
} as const satisfies Record<string, NodeType>;

export type NodeTypeName = keyof typeof NODE_TYPES;

/** The type and id that a `nodeId` encodes. */
export interface NodeReference {
  type: NodeTypeName;
  id: string;
}

/** Returns the `nodeId` of a record. */
export function nodeIdOf({ type, id }: NodeReference): string {
  return Buffer.from(`${type}:${id}`).toString('base64url');
}

/** Longer than any valid id. */
const MAX_LENGTH = 200;

/** Returns what a `nodeId` encodes, or undefined if it is not valid. */
export function referenceIn(nodeId: string): NodeReference | undefined {
  if (nodeId.length > MAX_LENGTH) return undefined;
  const text = Buffer.from(nodeId, 'base64url').toString();
  const end = text.indexOf(':');
  const [type, id] = [text.slice(0, end), text.slice(end + 1)];
  return Object.hasOwn(NODE_TYPES, type) ? { type: type as NodeTypeName, id } : undefined;
}
