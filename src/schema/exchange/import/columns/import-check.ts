import { type EarlierRows, noEarlierRows } from '../../../core/upsert/earlier-rows.ts';
import type { ImportColumn } from './map-columns.ts';
import type { ImportChoices, ImportProblem } from './read-options.ts';

/** The outcomes for a value in which a record and the file differ. */
export const CHANGE_OUTCOMES = ['updated', 'differs', 'revised'] as const;

/**
 * A value that an import changes, or that differs in a delivery and stays, with the names of fields in REST.
 */
export interface ImportChange {
  row: number;
  reference: string | null;
  field: string;
  from: unknown;
  to: unknown;
  outcome: (typeof CHANGE_OUTCOMES)[number];
}

/** The maximum number of changes that are found, shown in a preview, and stored. */
const MAX_CHANGES = 1_000;
export const MAX_PREVIEW_CHANGES = 20;
export const MAX_STORED_CHANGES = 100;
const MAX_CHECK_NOTES = 20;

/** The findings about a file, besides the outcome of each record. */
export interface ImportCheck {
  earlier: EarlierRows;
  problems: ImportProblem[];
  notes: string[];
  changes: Record<'differing' | 'jumps' | 'others', ImportChange[]>;
  /** New references by their text without leading zeros. */
  stripped: Map<string, string>;
  /** References of the account with leading zeros, by their text without them. */
  zeros: Map<string, ReadonlyMap<string, string>>;
  /** How often each table was searched for near names. */
  nearSearches: Map<string, number>;
}

/** How records are written. */
export interface ItemWriteOptions {
  /** Collects the findings. */
  check: ImportCheck;
  /** Whether all is rolled back. */
  isRehearsed: boolean;
  choices: ImportChoices;
  /** Whether the numbers in the file are our sequential numbers of records. */
  isDownload: boolean;
  columns: readonly ImportColumn[];
}

/** Creates a check without findings. */
export function createCheck(): ImportCheck {
  return {
    earlier: noEarlierRows(),
    problems: [],
    notes: [],
    changes: { differing: [], jumps: [], others: [] },
    stripped: new Map(),
    zeros: new Map(),
    nearSearches: new Map(),
  };
}

/** Adds a question to the sender, once per file. */
export function ask(check: ImportCheck, problem: ImportProblem): void {
  if (!check.problems.some(({ code }) => code === problem.code)) check.problems.push(problem);
}

export function addNote(check: ImportCheck, text: string): void {
  if (check.notes.length < MAX_CHECK_NOTES && !check.notes.includes(text)) check.notes.push(text);
}

/** Adds a change, up to the maximum. */
export function addChange(check: ImportCheck, change: ImportChange): void {
  const kind = change.outcome === 'differs' ? 'differing' : isJump(change) ? 'jumps' : 'others';
  const list = check.changes[kind];
  if (list.length < MAX_CHANGES) list.push(change);
}

/** Returns the changes: first differences that stay, then changes so large that they look like errors. */
export function foundChanges({ changes: { differing, jumps, others } }: ImportCheck): ImportChange[] {
  return [...differing, ...jumps, ...others].slice(0, MAX_CHANGES);
}

/** Returns whether a price moves by more than half, or a weight by more than ten times. */
function isJump({ field, from, to }: ImportChange): boolean {
  if (typeof from !== 'number' || typeof to !== 'number') return false;
  if (field === 'price') return from === 0 ? to > 0 : Math.abs(to - from) > from / 2;
  return field === 'weight' && (to > from * 10 || to < from / 10);
}
