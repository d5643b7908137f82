import { isInputObjectType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { openApi } from '../support/http/documented.ts';

/** The parts of a JSON Schema that have descriptions. */
interface Described {
  description?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
  $ref?: string;
}

/** Returns what a reference to a component points to. */
function resolved(field: Described): Described {
  const name = field.$ref?.replace('#/components/schemas/', '');
  return name === undefined
    ? field
    : ((openApi.components.schemas as Record<string, Described>)[name] ?? field);
}

it('describes every field, with the GraphQL schema’s description if it has the field', () => {
  const bare: string[] = [];
  const look = (schema: Described, path: string) => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const parts = [resolved(field), ...(field.anyOf ?? [])];
      if (!parts.some(({ description }) => description)) bare.push(`${path}.${name}`);
      for (const part of [field, ...(field.anyOf ?? [])]) look(part.items ?? part, `${path}.${name}`);
    }
  };
  for (const [name, schema] of Object.entries(openApi.components.schemas)) look(schema, name);
  for (const [name, { post }] of Object.entries(openApi.webhooks)) {
    look(post!.requestBody!.content['application/json'].schema as Described, name);
  }
  expect(bare).toEqual([]);

  const { Delivery, DeliveryInput } = openApi.components.schemas;
  const [type, input] = [schema.getType('Delivery'), schema.getType('CreateDeliveryInput')];
  if (!isObjectType(type) || !isInputObjectType(input)) throw new Error('the schema has no deliveries');
  const { branchName } = type.getFields();
  expect(Delivery!.properties.subchain_name!.description).toBe(branchName!.description);
  const { branchId } = input.getFields();
  expect(DeliveryInput!.properties.subchain_id!.description).toBe(branchId!.description);
});
