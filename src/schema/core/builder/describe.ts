import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import { standardOf } from './standard-descriptions.ts';

/** Adds the standard descriptions to fields, arguments and types that have none of their own. */
class DescribePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    const description = config.description ?? standardOf('type', config.name);
    if (config.kind !== 'Enum') return { ...config, description };
    const values = Object.entries(config.values ?? {}).map(([name, value]) => [
      name,
      { ...value, description: value.description ?? standardOf('value', name) },
    ]);
    return { ...config, description, values: Object.fromEntries(values) };
  }

  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return { ...config, description: config.description ?? standardOf('field', config.name) };
  }

  override onInputFieldConfig(config: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    return { ...config, description: config.description ?? standardOf('argument', config.name) };
  }
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      describe: DescribePlugin<Types>;
    }
  }
}

/** The name under which the builder registers the plugin. */
export const DESCRIBE = 'describe';
SchemaBuilder.registerPlugin(DESCRIBE, DescribePlugin);
