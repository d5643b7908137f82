import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';

/** What can have a description. */
export type DescribedKind = 'type' | 'field' | 'value' | 'argument';

/**
 * Returns the description of a type (`Delivery`), of a field or value (`Delivery.status`) or of an argument
 * (`Query.delivery(id)`), whose own name is `name`.
 */
type Describe = (key: string, kind: DescribedKind, name: string) => string | undefined;

/** Adds the descriptions of the option `describe` of `toSchema` to everything declared without one. */
class DescribePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  #describe(...described: Parameters<Describe>): string | undefined {
    return this.options.describe?.(...described);
  }

  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    const description = config.description ?? this.#describe(config.name, 'type', config.name);
    if (config.kind !== 'Enum') return { ...config, description };
    const values = Object.entries(config.values ?? {}).map(([name, value]) => [
      name,
      { ...value, description: value.description ?? this.#describe(`${config.name}.${name}`, 'value', name) },
    ]);
    return { ...config, description, values: Object.fromEntries(values) };
  }

  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { parentType, name } = config;
    return {
      ...config,
      description: config.description ?? this.#describe(`${parentType}.${name}`, 'field', name),
    };
  }

  override onInputFieldConfig(config: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    const { kind, parentType, parentField, name } = config;
    const key = kind === 'Arg' ? `${parentType}.${parentField}(${name})` : `${parentType}.${name}`;
    return { ...config, description: config.description ?? this.#describe(key, 'argument', name) };
  }
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      describe: DescribePlugin<Types>;
    }
    export interface BuildSchemaOptions<Types extends SchemaTypes> {
      describe?: Describe;
    }
  }
}

/** The name under which the builder registers the plugin. */
export const DESCRIBE = 'describe';
SchemaBuilder.registerPlugin(DESCRIBE, DescribePlugin);
