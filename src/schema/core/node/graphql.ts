import { builder } from '../builder/builder.ts';
import { keyOf, type NounName } from '../nouns.ts';
import { nodeIdOf } from './node-id.ts';

/** The interface of the types in `NOUNS`: a globally unique id. */
export const Node = builder.interfaceRef<object>('Node').implement({
  description: 'A record that can be read by its `nodeId`, whatever its type.',
  fields: (t) => ({
    nodeId: t.id({
      description:
        'Identifies the record among the records of all types. Opaque: use it with `node` and `nodes`, and as a cache key.',
      resolve: (record, _args, _context, { parentType }) => {
        const type = parentType.name as NounName;
        return nodeIdOf({ type, id: String(Reflect.get(record, keyOf(type))) });
      },
    }),
  }),
});

/** Returns the options that make the type of a noun a node. Only the nouns in `NOUNS` can be nodes. */
export function asNode(name: NounName) {
  return { name, interfaces: [Node] };
}
