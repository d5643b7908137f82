import { z } from 'zod';
import type { Problem, Values } from '../problems.ts';
import type { ErrorCode } from '../schema/core/errors.ts';
import type { Route } from './route.ts';

/** The chapters of the reference whose endpoints take or return files, with their introductions. */
export const FILE_CHAPTERS = {
  Imports:
    'Files with products, supermarkets, deliveries or standing orders. A preview shows what a file would do, then it is started.',
  Exports: 'Whole lists as files.',
  Photos: 'Photos of goods at the door, which receipts name.',
};

/** An endpoint beside the base path that takes or returns a file, as data for the reference and its tests. */
export interface FileRoute extends Pick<Route, 'name' | 'summary' | 'description' | 'scope' | 'ids'> {
  chapter: keyof typeof FILE_CHAPTERS;
  method: 'get' | 'post';
  /** The whole path, in Express' notation. */
  path: string;
  /** Whether only sessions of the web page have the permission. The reference leaves it out. */
  isOfPage?: boolean;
  /** The rules of the query parameters, by the names of REST. */
  parameters: Readonly<Record<string, z.ZodType>>;
  /** The file that is the body. */
  body: { mediaTypes: readonly string[]; description: string } | null;
  /** Whether an `Idempotency-Key` is honoured. */
  isRepeatable?: boolean;
  returns: ReturnedRecord | ReturnedFile;
  /** The errors that it returns besides those of every endpoint: when, and an example of each. */
  errors: Partial<Record<ErrorCode, FileError>>;
}

interface ReturnedRecord {
  status: 200 | 201;
  /** The schema of `data`. */
  data: z.ZodType;
}

interface ReturnedFile {
  mediaTypes: readonly string[];
  description: string;
}

/** When an endpoint returns a code, and an example of it. */
export interface FileError {
  when: string;
  message: string;
  field?: string;
  problem: Problem;
  values?: Values;
}

/** Returns the rules of a query's parameters by their names, whatever the valid query becomes. */
export function parametersIn(query: z.ZodType): Record<string, z.ZodType> {
  let inner = query;
  while (inner instanceof z.ZodPipe) inner = inner.in as z.ZodType;
  return inner instanceof z.ZodObject ? inner.shape : {};
}

/** Returns what a valid parameter is before it is converted for GraphQL. */
export function valueRuleOf(rule: z.ZodType): z.ZodType {
  if (rule instanceof z.ZodOptional || rule instanceof z.ZodDefault)
    return valueRuleOf(rule.unwrap() as z.ZodType);
  return rule instanceof z.ZodPipe && rule.out instanceof z.ZodTransform
    ? valueRuleOf(rule.in as z.ZodType)
    : rule;
}

/** Returns the description of a parameter: its own, or that of the schema that it wraps. */
export function parameterDescription(rule: z.ZodType): string | undefined {
  if (rule.description !== undefined) return rule.description;
  if (rule instanceof z.ZodOptional || rule instanceof z.ZodDefault)
    return parameterDescription(rule.unwrap() as z.ZodType);
  return rule instanceof z.ZodPipe ? parameterDescription(rule.in as z.ZodType) : undefined;
}
