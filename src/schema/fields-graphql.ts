import type { InputFieldRef } from '@pothos/core';
import type { builder } from './builder.ts';
import { describedAs, describedIn, type Fields, mapped } from './fields.ts';

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer All> ? All : never;

/** Returns the GraphQL fields of a record; its columns have the same names. */
export function exposed(t: { expose: unknown }, fields: Fields) {
  const expose = t.expose as (name: string, options: object) => PothosFieldRef;
  return mapped(fields, (field, name) =>
    expose.call(t, name, {
      type: field.type,
      nullable: field.isOptional ?? false,
      description: describedAs(field),
    }),
  );
}

type PothosFieldRef = ReturnType<PothosSchemaTypes.ObjectFieldBuilder<Types, object>['string']>;

/** Returns the GraphQL fields of an input. */
export function inputs(
  t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>,
  fields: Fields,
  kind: 'create' | 'change',
): Record<string, InputFieldRef<Types, unknown>> {
  return mapped(fields, (field) =>
    t.field({
      type: field.type,
      required: kind === 'create' && !field.isOptional,
      description: describedIn(kind, field),
    }),
  );
}
