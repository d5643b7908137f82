/** A model of schema.prisma in the database's terms; keys are lists of columns, "a, b". */
export interface Model {
  table: string;
  columns: { name: string; type: string; required: boolean; defaulted: boolean }[];
  primaryKey: string;
  uniques: string[];
  indexes: string[];
}

const SCALARS: Record<string, string> = {
  BigInt: 'bigint',
  Int: 'integer',
  String: 'text',
  Bytes: 'bytea',
  Boolean: 'boolean',
  Json: 'jsonb',
};

/** Parses the models of a Prisma schema, for the part of the language that the project uses. */
export function modelsOf(schema: string): Model[] {
  return [...schema.matchAll(/^model \w+ \{\n(.*?)^\}/gms)].map(([, body]) => modelOf(body!));
}

function modelOf(body: string): Model {
  const lines = body.split('\n').map((line) => line.trim());
  const scalars = lines.filter((line) =>
    /^\w+ +(BigInt|Int|String|Bytes|Boolean|Decimal|DateTime|Json)\b/.test(line),
  );
  const names = new Map(scalars.map((line) => [/^\w+/.exec(line)![0], columnName(line)]));
  const listed = (attribute: string) =>
    lines
      .filter((line) => line.startsWith(`@@${attribute}(`))
      .map((line) =>
        /\[(.*)\]/
          .exec(line)![1]!
          .split(', ')
          .map((field) => names.get(field))
          .join(', '),
      );
  const marked = (attribute: RegExp) => scalars.filter((line) => attribute.test(line)).map(columnName);
  return {
    table: /@@map\("(.*)"\)/.exec(body)![1]!,
    columns: scalars.map((line) => ({
      name: columnName(line),
      type: columnType(line),
      required: !/^\w+ +\w+\?/.test(line),
      defaulted: line.includes('@default('),
    })),
    primaryKey: [...listed('id'), ...marked(/ @id\b/)].join(),
    uniques: [...listed('unique'), ...marked(/ @unique\b/)],
    indexes: listed('index'),
  };
}

function columnName(line: string): string {
  return /@map\("(.*?)"\)/.exec(line)?.[1] ?? /^\w+/.exec(line)![0];
}

function columnType(line: string): string {
  const [, type, list] = /^\w+ +(\w+)(\[\])?/.exec(line)!;
  const [, native, size] = /@db\.(\w+)(?:\((.*?)\))?/.exec(line) ?? [];
  if (native === 'Timestamptz') return `timestamp(${size}) with time zone`;
  if (native === 'Decimal') return `numeric(${size!.replace(' ', '')})`;
  if (native === 'SmallInt') return 'smallint';
  if (native === 'Date') return 'date';
  return `${SCALARS[type!]}${list ?? ''}`;
}
