import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';

/**
 * Makes every mutation field nullable: one that fails must not hide the results of the others in its request.
 */
class NullableMutationsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return config.parentType === 'Mutation'
      ? { ...config, type: { ...config.type, nullable: true } }
      : config;
  }
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      nullableMutations: NullableMutationsPlugin<Types>;
    }
  }
}

/** The name under which the builder registers the plugin. */
export const NULLABLE_MUTATIONS = 'nullableMutations';
SchemaBuilder.registerPlugin(NULLABLE_MUTATIONS, NullableMutationsPlugin);
