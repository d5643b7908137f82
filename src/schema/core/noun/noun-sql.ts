import { Prisma } from '../../../generated/prisma/client.ts';
import { tables } from '../../../generated/tables.ts';
import { type NounName, NOUNS, type Referenced, type Versioned } from '../nouns.ts';

/** Returns the table of a noun. */
export function tableOf(noun: NounName): Prisma.Sql {
  return Prisma.raw(tables[NOUNS[noun].model]!.name);
}

/** Returns SQL for the value of the row `record` whose hash is its version. */
export function versionedIn(noun: Versioned): Prisma.Sql {
  return Prisma.raw(NOUNS[noun].version);
}

/** Returns the column of the number that the service gives to a record. */
export function numberOf(noun: Referenced): Prisma.Sql {
  return Prisma.raw(NOUNS[noun].reference.number);
}

/** Returns the condition for records that hold their reference. */
export function holdsReference(noun: Referenced): Prisma.Sql {
  const { reference } = NOUNS[noun];
  return 'heldIf' in reference ? Prisma.raw(`(${reference.heldIf})`) : Prisma.sql`true`;
}
