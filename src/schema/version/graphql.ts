import DataLoader from 'dataloader';
import { Account } from '../account/graphql.ts';
import { builder } from '../builder/builder.ts';
import type { Context } from '../context.ts';
import { Delivery, DeliveryProduct } from '../delivery/graphql.ts';
import { Product } from '../product/graphql.ts';
import { Branch, Supermarket } from '../supermarket/graphql.ts';
import { Webhook } from '../webhook/graphql.ts';
import { type VersionKey, readVersions, type VersionedKind } from './read-versions.ts';

const DESCRIPTION =
  'Opaque; changes with every change of the record. Send it as `ifMatch` to change only this version.';

builder.prismaObjectField(Account, 'version', (t) =>
  t.string({
    description: DESCRIPTION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'account', id),
  }),
);

builder.prismaObjectField(Branch, 'version', (t) =>
  t.string({
    description: DESCRIPTION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'Branch', id),
  }),
);

builder.prismaObjectField(Delivery, 'version', (t) =>
  t.string({
    description: DESCRIPTION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'Delivery', id),
  }),
);

builder.prismaObjectField(DeliveryProduct, 'version', (t) =>
  t.string({
    description:
      'Opaque; changes with every change of the line or its lots. Send it as `ifMatch` to change the lots of this version only.',
    select: { deliveryId: true, productId: true },
    resolve: (line, _args, context) => versionOf(context, 'line', line),
  }),
);

builder.prismaObjectField(Product, 'version', (t) =>
  t.string({
    description: DESCRIPTION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'Product', id),
  }),
);

builder.prismaObjectField(Supermarket, 'version', (t) =>
  t.string({
    description:
      'Opaque; changes with every change of the supermarket or one of its branches. See `ifMatch`.',
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'Supermarket', id),
  }),
);

builder.prismaObjectField(Webhook, 'version', (t) =>
  t.string({
    description: 'Opaque; changes with every change of the URL, events and description. See `ifMatch`.',
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'Webhook', id),
  }),
);

type VersionLoaders = Partial<Record<VersionedKind, DataLoader<VersionKey, string>>>;
const loaders = new WeakMap<Context, VersionLoaders>();

/** Returns the version of a record; those of a response are read together. */
function versionOf(context: Context, kind: VersionedKind, key: VersionKey): Promise<string> {
  const ofContext = loaders.get(context) ?? {};
  loaders.set(context, ofContext);
  ofContext[kind] ??= new DataLoader(
    async (keys) => {
      const versions = await readVersions(context, kind, keys);
      // A record can be deleted while the response is being read.
      return versions.map((version) => version ?? '');
    },
    // A context can serve several executions.
    { cache: false },
  );
  return ofContext[kind].load(key);
}
