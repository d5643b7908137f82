import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';

/** The name under which a builder registers the plugin, as the last one. */
export const COMPILED_EXECUTION = 'compiledExecution';

/** The options of a type or field that matter to plans. */
interface Options {
  query?: unknown;
  select?: unknown;
  onNull?: unknown;
  authScopes?: unknown;
  grantScopes?: unknown;
  runScopesOnType?: unknown;
  skipTypeScopes?: unknown;
  skipInterfaceScopes?: unknown;
}

/** What the plugin keeps of a type or field in its extensions. */
export interface Notes {
  options: Options;
  /** The resolver without the wrappers of other plugins. */
  resolve?: GraphQLFieldResolver<unknown, unknown> | undefined;
  /** Whether the field belongs to a record that Prisma loaded. */
  isOfRecord?: boolean;
  /** The relation that the field returns. */
  relation?: string | undefined;
}

/** The extension of a field that names its relation. */
export const RELATION = 'relation';

/** Keeps what plans need to know of types and fields. */
class CompiledExecutionPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    return withNotes(config, { options: config.pothosOptions as Options });
  }

  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return withNotes(config, {
      options: config.pothosOptions,
      resolve: config.resolve as Notes['resolve'],
      isOfRecord: config.kind === 'PrismaObject',
      relation: config.extensions?.[RELATION] as string | undefined,
    });
  }
}

function withNotes<Config extends { extensions?: object | null | undefined }>(
  config: Config,
  notes: Notes,
): Config {
  return { ...config, extensions: { ...config.extensions, [COMPILED_EXECUTION]: notes } };
}

/** Returns what the plugin kept of a type or field of the built schema. */
export function notesOf({ extensions }: { extensions: object }): Notes {
  return (extensions as { [COMPILED_EXECUTION]?: Notes })[COMPILED_EXECUTION] ?? { options: {} };
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      compiledExecution: CompiledExecutionPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(COMPILED_EXECUTION, CompiledExecutionPlugin);
