/** Where a model of Prisma's is stored; keys are Prisma's names, values the database's. */
export interface Table {
  name: string;
  columns: Record<string, Column>;
  relations: Record<string, Relation>;
}

interface Column {
  name: string;
  /** As Prisma calls it, such as BigInt; lists end with []. */
  type: string;
}

export interface Relation {
  model: string;
  isList: boolean;
  /** The columns that are equal in both tables. */
  on: { here: string; there: string }[];
}
