import SchemaBuilder, { BasePlugin, RootFieldBuilder, type SchemaTypes } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { selectionOf } from './pothos.ts';

/** The name under which a builder registers the plugin, after the one for Prisma. */
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

/** Passes the plan's settled selection, if any, to the resolvers of `prismaField`. */
fields.prismaField = function settled(this: FieldBuilder, options) {
  const { type, resolve, ...others } = options;
  const isListed = this.builder.options.plugins?.includes(SETTLED_SELECTIONS);
  // For a model's name, Pothos does the lookup.
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
