import { builder } from '../builder.ts';
import { NODE_TYPES, nodeIdOf, type NodeTypeName } from './node-id.ts';

/** What the types in `NODE_TYPES` have in common: an id among the records of all types, and a place to look it up. */
export const Node = builder.interfaceRef<object>('Node').implement({
  description: 'A record that can be read by its `nodeId`, whatever its type.',
  fields: (t) => ({
    nodeId: t.id({
      description:
        'Identifies the record among the records of all types. Opaque: use it with `node` and `nodes`, and as a cache key.',
      resolve: (record, _args, _context, { parentType }) => {
        const type = parentType.name as NodeTypeName;
        return nodeIdOf({ type, id: String(Reflect.get(record, NODE_TYPES[type].key)) });
      },
    }),
  }),
});
