import { getNamedType, type GraphQLNamedType } from 'graphql';
import { schema } from '../schema/index.ts';
import { graphQLNameOf } from '../schema/core/noun/names.ts';

/**
 * Gives a JSON Schema and its fields the descriptions of the GraphQL type of that name, where they have none
 * of their own: only the GraphQL schema describes fields.
 */
export function describeBy(name: string, json: Described): void {
  const { describedBy = name } = json;
  delete json.describedBy;
  describe(json, schema.getType(describedBy));
}

function describe(json: Described, type: GraphQLNamedType | undefined): void {
  if (!type || !('getFields' in type)) return;
  json.description ??= type.description ?? undefined;
  const fields = type.getFields();
  for (const [name, property] of Object.entries(json.properties ?? {})) {
    const field = fields[nameOfField(name, type)];
    if (!field) continue;
    property.description ??= nullableDescription(property) ?? field.description ?? undefined;
    const within = property.anyOf?.find((each) => each.items ?? each.properties) ?? property;
    describe(within.items ?? within, getNamedType(field.type));
  }
}

interface Described {
  /** The GraphQL type, if it has another name. */
  describedBy?: string;
  description?: string | undefined;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
}

/** Returns the description inside a schema that can be null. */
function nullableDescription({ anyOf = [] }: Described): string | undefined {
  return anyOf.find(({ description }) => description !== undefined)?.description;
}

/** Returns the GraphQL name: `subchain_name` → `branchName`; `delivery_id` of a delivery → `id`. */
function nameOfField(name: string, type: GraphQLNamedType): string {
  return name === `${type.name.toLowerCase()}_id` ? 'id' : graphQLNameOf(name);
}
