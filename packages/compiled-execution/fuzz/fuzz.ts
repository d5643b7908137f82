import type { GraphQLSchema } from 'graphql';
import { type DocumentNode, parse, validate } from 'graphql';
import type { Generated } from './generate-operation.ts';
import { shrinkDocument } from './shrink-document.ts';

/** Turns for resolvers that are still running when the result is complete. */
const TURNS = 3;

/** A schema whose operations are executed both ways, with the context to execute them. */
export interface Target {
  name: string;
  schema: GraphQLSchema;
  generate(seed: number): Generated;
  /** Executes the operation one way. Both ways start from the same state. */
  execute(
    way: Way,
    seed: number,
    document: DocumentNode,
    variables: Generated['variables'],
  ): Promise<Outcome>;
}

type Way = 'compiled' | 'graphql-js';

export interface Outcome {
  /** The text that callers would see, with values that naturally differ normalized. */
  result: string;
  /** Whether a plan executed it. */
  isCompiled: boolean;
}

/** An operation with different results, or one that left an unhandled rejection. */
export interface Finding {
  seed: number;
  query: string;
  variables: Generated['variables'];
  compiled: string;
  expected: string;
  rejections: string[];
}

export interface Summary {
  operations: number;
  /** Refused by validation, so executed neither way. */
  invalid: number;
  compiled: number;
  withErrors: number;
  findings: Finding[];
  /** Unhandled rejections. */
  rejections: number;
  rejectionsOfGraphqlJs: number;
}

export interface FuzzOptions {
  count: number;
  /** The seed of the first operation; it is incremented for each further one. */
  seed: number;
  /** Stops after this many findings. */
  maxFindings?: number;
  onProgress?(operations: number): void;
}

/** Executes `count` random operations both ways and compares the results. */
export async function fuzz(target: Target, options: FuzzOptions): Promise<Summary> {
  const { count, seed: first, maxFindings = Infinity, onProgress } = options;
  const summary: Summary = {
    operations: 0,
    invalid: 0,
    compiled: 0,
    withErrors: 0,
    findings: [],
    rejections: 0,
    rejectionsOfGraphqlJs: 0,
  };
  for (let seed = first; seed < first + count && summary.findings.length < maxFindings; seed++) {
    const { query, variables } = target.generate(seed);
    summary.operations += 1;
    onProgress?.(summary.operations);
    if (validate(target.schema, parse(query)).length > 0) {
      summary.invalid += 1;
      continue;
    }
    const tried = await tryBoth(target, seed, query, variables);
    if (tried.isCompiled) summary.compiled += 1;
    if (tried.hasErrors) summary.withErrors += 1;
    summary.rejections += tried.rejections.compiled.length;
    summary.rejectionsOfGraphqlJs += tried.rejections['graphql-js'].length;
    if (!tried.finding) continue;
    const fails = async (text: string) =>
      (await tryBoth(target, seed, text, variables)).finding !== undefined;
    const smallest = await shrinkDocument(target.schema, query, fails);
    const { finding = tried.finding } = await tryBoth(target, seed, smallest, variables);
    summary.findings.push(finding);
  }
  return summary;
}

async function tryBoth(target: Target, seed: number, query: string, variables: Generated['variables']) {
  const rejections: Record<Way, string[]> = { compiled: [], 'graphql-js': [] };
  let way: Way = 'compiled';
  // graphql-js leaves some too, which a test runner would report as its own.
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => void rejections[way].push(String(reason)));
  async function run(next: Way): Promise<Outcome> {
    way = next;
    // Each execution parses its own document, because plans are cached by document.
    const outcome = await target.execute(way, seed, parse(query), variables);
    // Late rejections are reported a few turns of the event loop later.
    for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
    return outcome;
  }
  try {
    const compiled = await run('compiled');
    const expected = await run('graphql-js');
    if (!compiled.isCompiled) rejections['graphql-js'].push(...rejections.compiled.splice(0));
    const isFine = rejections.compiled.length === 0 && compiled.result === expected.result;
    const finding: Finding = {
      seed,
      query,
      variables,
      compiled: compiled.result,
      expected: expected.result,
      rejections: rejections.compiled,
    };
    return {
      isCompiled: compiled.isCompiled,
      hasErrors: expected.result.startsWith('{"errors"'),
      rejections,
      finding: isFine ? undefined : finding,
    };
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
  }
}
