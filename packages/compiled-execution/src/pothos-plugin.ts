import SchemaBuilder, { BasePlugin, RootFieldBuilder, type SchemaTypes } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { selectionOf } from './pothos.ts';

/** The name by which a builder lists the plugin, after that for Prisma. */
export const SETTLED_SELECTIONS = 'settledSelections';

class SettledSelectionsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      settledSelections: SettledSelectionsPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(SETTLED_SELECTIONS, SettledSelectionsPlugin);

interface FieldBuilder {
  builder: { options: { plugins?: readonly string[] } };
  field(options: object): never;
  prismaField(options: Options): never;
}

interface Options {
  type: object | string;
  resolve(query: object, parent: unknown, args: object, context: object, info: GraphQLResolveInfo): unknown;
}

const fields = RootFieldBuilder.prototype as unknown as FieldBuilder;
const { prismaField } = fields;

/** Gives the resolvers of `prismaField` the selection that a plan has settled, where it has. */
fields.prismaField = function settled(this: FieldBuilder, options) {
  const { type, resolve, ...others } = options;
  const isListed = this.builder.options.plugins?.includes(SETTLED_SELECTIONS);
  // The name of a model is Pothos' to look up.
  if (!isListed || [type].flat().some((each) => typeof each === 'string')) {
    return prismaField.call(this, options);
  }
  return this.field({
    ...others,
    type,
    resolve: (parent: unknown, args: object, context: object, info: GraphQLResolveInfo) =>
      resolve(selectionOf(context, info), parent, args, context, info),
  });
};
