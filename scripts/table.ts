/** The table of a Prisma model; keys are Prisma's names, values the database's. */
export interface Table {
  name: string;
  columns: Record<string, Column>;
  relations: Record<string, Relation>;
}

interface Column {
  name: string;
  /** Prisma's name for the type, such as BigInt; lists end with []. */
  type: string;
}

export interface Relation {
  model: string;
  isList: boolean;
  /** The columns that are equal in both tables. */
  on: { here: string; there: string }[];
}
