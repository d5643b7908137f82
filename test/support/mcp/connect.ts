import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestService } from '../service/service.ts';

/** A revision of the protocol. */
export type Revision = '2026-07-28' | '2025-11-25';

/** The result of a tool: its answer, or its errors. */
export interface ToolResult {
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  answer: any;
  errors: { code: string; message: string; field: string | null }[] | undefined;
  /** The size of the whole result. */
  bytes: number;
}

/** Connects the official client with an API key. */
export async function connect({ url }: TestService, key: string, revision: Revision = '2026-07-28') {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  return {
    client,
    /** Returns the names of the tools. */
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name: string, values: Record<string, unknown> = {}): Promise<ToolResult> {
      const result = await client.callTool({ name, arguments: values });
      const [content] = result.content as { text: string }[];
      const text = content!.text;
      const errors = result.isError && text.startsWith('{') ? JSON.parse(text).errors : undefined;
      return {
        answer: result.structuredContent,
        errors: errors ?? (result.isError ? [{ code: 'invalid', message: text, field: null }] : undefined),
        bytes: Buffer.byteLength(JSON.stringify(result)),
      };
    },
  };
}
