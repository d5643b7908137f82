import { builder } from '../../core/builder/builder.ts';
import { embedded } from '../../core/list/list-size.ts';
import { MAX_PHOTOS } from '../limits.ts';
import { Receipt } from './graphql.ts';

const ReceiptPhoto = builder.prismaObject('ReceiptPhoto', {
  description: 'A photo of goods at the door.',
  authScopes: { resource: 'deliveries' },
  // Excludes the content, which only its address serves.
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The number of the photo.' }),
    mediaType: t.exposeString('mediaType', { description: 'The kind of image, such as `image/jpeg`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    url: t.string({
      description: 'Where to download it, with a key or a session. Needs `deliveries:read`.',
      select: { id: true },
      resolve: ({ id }, _args, { settings }) => `${settings.publicUrl?.() ?? ''}/photos/${id}`,
    }),
  }),
});

builder.prismaObjectField(Receipt, 'photos', (t) =>
  t.relation('photos', {
    description: 'The photos, in the order of their upload.',
    // Twice the maximum, because a driver's receipt keeps the photos of the branch.
    ...embedded(2 * MAX_PHOTOS),
    type: ReceiptPhoto,
    query: { orderBy: { id: 'asc' } },
  }),
);
