import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { Quotas } from '../caller/plans.ts';

/**
 * The maximum length of a list field, which its cost is based on (src/graphql/cost.ts). Lists with `first`,
 * `last` or `perPage`, and those inside such pages, need none.
 */
export interface ListSize {
  max: number | ((quotas: Quotas, argument: (name: string) => unknown) => number);
  /** The maximum number of items in total, if each record of a list has items of its own. */
  inAll?: (quotas: Quotas) => number;
  /** The argument whose items the list returns results for; they can name the same record. */
  argument?: string;
  /** Whether the items are read by the same statement as their parent. */
  isEmbedded: boolean;
}

/** The parts of an operation that the extra cost of a field can depend on. */
export interface Selected {
  /**
   * Returns the value of an argument as written in the document or its variables, such as the name of an enum
   * value.
   */
  argument(name: string): unknown;
  /** Returns the value of an argument of the parent field, as written in the document or its variables. */
  parentArgument(name: string): unknown;
  /** Returns whether a field of this name is selected at any depth. */
  selects(name: string): boolean;
}

/** The cost of a field besides its objects, in points proportional to its database time. */
export type FieldCost = number | ((selected: Selected) => number);

/**
 * Keeps the options `cost`, `listSize` and `isOfParent` of fields in their extensions, where
 * src/graphql/cost.ts reads them.
 */
class CostPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { cost, listSize, isOfParent } = config.pothosOptions as {
      cost?: FieldCost;
      listSize?: ListSize;
      isOfParent?: true;
    };
    return { ...config, extensions: { ...config.extensions, cost, listSize, isOfParent } };
  }
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      cost: CostPlugin<Types>;
    }
    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** The cost of the field besides its objects, in points proportional to its database time. */
      cost?: FieldCost;
      /** The maximum length of the list that the field returns. */
      listSize?: ListSize;
      /** Whether no two parents have the same record, so that lists below are as many as those of a list. */
      isOfParent?: true;
    }
  }
}

/** The name under which the builder registers the plugin. */
export const COST = 'cost';
SchemaBuilder.registerPlugin(COST, CostPlugin);
