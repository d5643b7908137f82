import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import { ACCOUNT } from '../descriptions/account.ts';
import { ALERTS } from '../descriptions/alerts.ts';
import { ANALYTICS } from '../descriptions/analytics.ts';
import { AUDITS } from '../descriptions/audit.ts';
import { TEXT_CONFLICTS } from '../descriptions/texts.ts';
import { CATALOGUE } from '../descriptions/catalogue.ts';
import { CLOSED_DAYS } from '../descriptions/closed-days.ts';
import { DAY_PLANS } from '../descriptions/day-plans.ts';
import { DELIVERIES } from '../descriptions/deliveries.ts';
import { IMPORTS } from '../descriptions/imports.ts';
import { LISTS, standardOf } from '../descriptions/lists.ts';
import { LOTS } from '../descriptions/lots.ts';
import { PERFORMANCE } from '../descriptions/performance.ts';
import { STANDING_ORDERS } from '../descriptions/standing-orders.ts';
import { TRACES } from '../descriptions/traces.ts';
import { WEBHOOKS } from '../descriptions/webhooks.ts';
import { WITHDRAWALS } from '../descriptions/withdrawals.ts';

/**
 * The descriptions of types (`Delivery`), fields and values (`Delivery.status`) and arguments (`Query.delivery(id)`)
 * that are not declared in place. Kept together they are easier to write alike. Each key must exist in the schema.
 */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...ACCOUNT,
  ...ALERTS,
  ...ANALYTICS,
  ...AUDITS,
  ...TEXT_CONFLICTS,
  ...CATALOGUE,
  ...CLOSED_DAYS,
  ...DAY_PLANS,
  ...DELIVERIES,
  ...IMPORTS,
  ...LISTS,
  ...LOTS,
  ...PERFORMANCE,
  ...STANDING_ORDERS,
  ...TRACES,
  ...WEBHOOKS,
  ...WITHDRAWALS,
};

/** Adds descriptions from `DESCRIPTIONS`, or the standard one for the name, to everything declared without one. */
class DescribePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    const description = config.description ?? describe(config.name, 'type', config.name);
    if (config.kind !== 'Enum') return { ...config, description };
    const values = Object.entries(config.values ?? {}).map(([name, value]) => [
      name,
      { ...value, description: value.description ?? describe(`${config.name}.${name}`, 'value', name) },
    ]);
    return { ...config, description, values: Object.fromEntries(values) };
  }

  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { parentType, name } = config;
    return { ...config, description: config.description ?? describe(`${parentType}.${name}`, 'field', name) };
  }

  override onInputFieldConfig(config: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    const { kind, parentType, parentField, name } = config;
    const key = kind === 'Arg' ? `${parentType}.${parentField}(${name})` : `${parentType}.${name}`;
    return { ...config, description: config.description ?? describe(key, 'argument', name) };
  }
}

function describe(key: string, kind: Parameters<typeof standardOf>[0], name: string): string | undefined {
  return DESCRIPTIONS[key] ?? standardOf(kind, name);
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
