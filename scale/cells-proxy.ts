import { readFileSync } from 'node:fs';
import type { Stage } from '../chaos/stage/stage.ts';
import { startHaproxy } from './haproxy.ts';

/** Starts HAProxy with the configuration from docs/scaling.md, on loopback addresses and without TLS. */
export function startCellsProxy(stage: Stage, ports: Record<string, number>) {
  const page = readFileSync(new URL('../docs/scaling.md', import.meta.url), 'utf8');
  const [, documented] = /```text\n(defaults\n(?:(?!```).)*backend cell_.*?)```/s.exec(page) ?? [];
  if (!documented) throw new Error('docs/scaling.md shows no configuration of cells');
  return startHaproxy(stage, (address) =>
    documented
      .replace(/^( *bind).*/m, `$1 ${address}`)
      .replaceAll('__Host-', '')
      .replace(/^ *server b .*\n/gm, '')
      .replace(
        /^(backend cell_(\w+)\n *server a ).*/gm,
        (_line, start: string, cell: string) => `${start}127.0.0.1:${ports[cell]}`,
      ),
  );
}
