import { Command } from 'commander';
import { Agent, fetch } from 'undici';
import { EVIL_QUERIES, type EvilQuery } from '../test/support/hostile/evil-queries.ts';
import { percentile } from './stage/report.ts';
import { onStage } from './stage/stage.ts';
import { createSuppliers, type Supplier } from './stage/supplier.ts';

const { smoke, ...options } = new Command('chaos:queries')
  .description('Measures how fast expensive queries are refused.')
  .option('--smoke', 'each once', false)
  .option('--rounds <count>', 'number of rounds', Number, 20)
  .parse()
  .opts<{ smoke: boolean; rounds: number }>();
const rounds = smoke ? 1 : options.rounds;
const AIM_MS = 50;
const agent = new Agent({ connections: 1 });

await onStage(
  `queries: ${EVIL_QUERIES.length} expensive ones, ${rounds} times each`,
  { smoke },
  async (stage) => {
    const { url } = await stage.start('api');
    // One supplier per round stays below its plan's limit.
    const suppliers = await createSuppliers(stage.database, rounds + 1);
    const [first, ...others] = suppliers;
    const warm = { query: '{ account { id } }', variables: {} };
    const harmless: number[] = [];
    for (let count = 0; count < 50; count++) harmless.push((await send(url, first!, warm)).ms);

    const slowest: { name: string; ms: number }[] = [];
    const all: number[] = [];
    let served = 0;
    for (const evil of EVIL_QUERIES) {
      const times: number[] = [];
      for (const supplier of others) {
        // Texts never repeat, because parsed and refused documents are cached.
        const { ms, text } = await send(url, supplier, {
          ...evil,
          query: `${evil.query} #${supplier.accountId}`,
        });
        times.push(ms);
        if (!evil.why.test(text)) served++;
      }
      all.push(...times);
      slowest.push({ name: evil.name, ms: Math.max(...times) });
    }
    stage.report.guarantee('served, or refused for another reason', served, served === 0);
    stage.report.figure('{ account { id } }, p50', `${percentile(harmless, 0.5).toFixed(1)} ms`);
    stage.report.figure('refusal, p50', `${percentile(all, 0.5).toFixed(1)} ms`);
    stage.report.figure('refusal, p99', `${percentile(all, 0.99).toFixed(1)} ms`);
    slowest.sort((a, b) => b.ms - a.ms);
    for (const { name, ms } of slowest.slice(0, 3))
      stage.report.figure(`slowest: ${name}`, `${ms.toFixed(1)} ms`);
    const worst = slowest[0]!.ms;
    stage.report.target('slowest refusal', `${worst.toFixed(1)} ms`, `≤ ${AIM_MS} ms`, worst <= AIM_MS);
  },
);

async function send(
  url: string,
  { key }: Supplier,
  { query, variables }: Pick<EvilQuery, 'query' | 'variables'>,
) {
  const body = JSON.stringify({ query, variables });
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const start = performance.now();
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body, dispatcher: agent });
  const text = await response.text();
  return { ms: performance.now() - start, text };
}
