import { builder } from '../builder.ts';
import { NODE_TYPES, nodeIdOf, type NodeTypeName } from './node-id.ts';

/** The interface of the types in `NODE_TYPES`: a globally unique id. */
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
