import SchemaBuilder, {
  BasePlugin,
  type FieldKind,
  type FieldNullability,
  type FieldOptionsFromKind,
  type FieldRef,
  type FieldRequiredness,
  type InputFieldMap,
  type InputShapeFromFields,
  type InputType,
  type ListResolveValue,
  type MaybePromise,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  RootFieldBuilder,
  type SchemaTypes,
  type ShapeFromTypeParam,
  type TypeParam,
} from '@pothos/core';
import type { AuthScopeMap } from '@pothos/plugin-scope-auth';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { counting } from './bounds.ts';
import { createExecutor, type Executor, type ExecutorOptions } from './executor.ts';
import { createPothosAdapter } from './pothos-adapter.ts';
import { keepConfig } from './pothos-config.ts';
import { type PrismaSelection, selectionOf } from './pothos-selection.ts';

/** The name under which a builder registers the plugin, as the last one. */
export const COMPILED_EXECUTION = 'compiledExecution';

/**
 * Keeps the configuration of types, fields and input fields for plans, and adds the methods and options
 * below.
 */
class CompiledExecutionPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    return keepConfig(config);
  }

  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return keepConfig(config);
  }

  /** Only the resolvers of the checked schema count values: plans call the others, and count themselves. */
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    return this.options.disableScopeAuth ? resolver : counting(resolver);
  }

  override onInputFieldConfig(config: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    return keepConfig(config);
  }
}

type ResolveWithSelection<
  Types extends SchemaTypes,
  ParentShape,
  Type extends TypeParam<Types>,
  Nullable extends FieldNullability<Type>,
  Args extends InputFieldMap,
  ResolveReturnShape,
> = (
  selection: PrismaSelection,
  parent: ParentShape,
  args: InputShapeFromFields<Args>,
  context: Types['Context'],
  info: GraphQLResolveInfo,
) => ShapeFromTypeParam<Types, Type, Nullable> extends infer Shape
  ? [Shape] extends [readonly (infer Item)[] | null | undefined]
    ? ListResolveValue<Shape, Item, ResolveReturnShape>
    : MaybePromise<Shape>
  : never;

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      compiledExecution: CompiledExecutionPlugin<Types>;
    }

    export interface SchemaBuilder<Types extends SchemaTypes> {
      /**
       * Creates the executor of a schema of this builder, and of the same one built with `disableScopeAuth`.
       */
      toExecutor: (
        options: Required<Pick<ExecutorOptions<Types['Context']>, 'schema' | 'unchecked'>> &
          Pick<ExecutorOptions<Types['Context']>, 'takeTurn'>,
      ) => Executor<Types['Context']>;
    }

    export interface RootFieldBuilder<
      Types extends SchemaTypes,
      ParentShape,
      Kind extends FieldKind = FieldKind,
    > {
      /**
       * Declares a field like `t.field`, whose resolver first gets the Prisma selection of the records that
       * the field returns, or of those below it at `paths`.
       */
      fieldWithSelection: <
        Type extends TypeParam<Types>,
        ResolveReturnShape,
        Nullable extends FieldNullability<Type> = Types['DefaultFieldNullability'],
        Args extends InputFieldMap = {},
      >(
        options: Omit<
          FieldOptionsFromKind<Types, ParentShape, Type, Nullable, Args, Kind, unknown, ResolveReturnShape>,
          'type' | 'nullable' | 'args' | 'resolve'
        > & {
          type: Type;
          nullable?: Nullable;
          args?: Args;
          paths?: string[][];
          resolve: ResolveWithSelection<Types, ParentShape, Type, Nullable, Args, ResolveReturnShape>;
        },
      ) => FieldRef<Types, ShapeFromTypeParam<Types, Type, Nullable>, Kind>;
    }

    export interface InputFieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>] = InputType<Types> | [InputType<Types>],
      Req extends FieldRequiredness<Type> = FieldRequiredness<Type>,
    > {
      /**
       * The one scope that an operation with this argument, or field of an input, needs. Plans check it
       * before they run; resolvers must check it too, for operations without a plan.
       */
      authScopes?: AuthScopeMap<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(COMPILED_EXECUTION, CompiledExecutionPlugin);

const fieldBuilder = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<SchemaTypes, unknown>;
fieldBuilder.fieldWithSelection = function fieldWithSelection({ paths, resolve, ...options }) {
  return this.field({
    ...(options as object),
    resolve: (parent: unknown, args: never, context: object, info: GraphQLResolveInfo) =>
      resolve(selectionOf(context, info, paths), parent, args, context, info),
  } as never);
};

const schemaBuilder = SchemaBuilder.prototype as PothosSchemaTypes.SchemaBuilder<SchemaTypes>;
schemaBuilder.toExecutor = function toExecutor(options) {
  return createExecutor({
    ...options,
    adapter: createPothosAdapter(this.options.scopeAuth.authScopes as never),
  });
};
