import { PROBLEMS } from '../problems.ts';

/** Marks where a guide has the table of all problems, which is too long for its source. */
const TABLE_MARK = '<!-- problems -->';

/** Returns the text of a guide with the table of all problems in its place. */
export function withProblems(text: string): string {
  return text.replace(TABLE_MARK, problemTable);
}

function problemTable(): string {
  const rows = Object.entries(PROBLEMS).map(([name, problem]) => {
    const values = 'values' in problem ? Object.entries(problem.values) : [];
    const types = values.map(([value, type]) => `\`${value}\` (${type})`);
    return `| \`${name}\` | \`${problem.code}\` | ${types.join(', ')} | ${problem.is} |`;
  });
  return ['| Problem | Code | Values | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
