import { type NounName, NOUNS } from '../nouns.ts';

/** The type and id that a `nodeId` encodes. */
export interface NodeReference {
  type: NounName;
  id: string;
}

/** Returns the `nodeId` of a record. */
export function nodeIdOf({ type, id }: NodeReference): string {
  return Buffer.from(`${type}:${id}`).toString('base64url');
}

/** Longer than any valid id. */
const MAX_LENGTH = 200;

/** Returns the type and id that a `nodeId` encodes, or undefined if it is not valid. */
export function referenceIn(nodeId: string): NodeReference | undefined {
  if (nodeId.length > MAX_LENGTH) return undefined;
  const text = Buffer.from(nodeId, 'base64url').toString();
  const end = text.indexOf(':');
  const [type, id] = [text.slice(0, end), text.slice(end + 1)];
  return Object.hasOwn(NOUNS, type) ? { type: type as NounName, id } : undefined;
}
