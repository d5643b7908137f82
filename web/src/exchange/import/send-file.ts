import { useState } from 'react';
import { useLocation } from 'wouter';
import { CancelImportDocument, type ImportKind } from '../../generated/operations.ts';
import { MAX_FILE_BYTES } from '../../generated/rules.ts';
import { type Failure, failureAt, failureIn, UNREACHABLE } from '../../base/graphql/failure.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { shownPerson } from '../../base/graphql/reach.ts';
import { useSessionLost } from '../../base/session/session.tsx';
import { useMay } from '../../base/session/may.tsx';
import { type Import, PERMISSION_FOR, slugOf } from './words.ts';

/** How a preview is read again. */
interface Reading {
  /** `Column=field` pairs, as far as someone chose them. */
  map?: string | undefined;
  /** The other options that someone chose, by the names of query parameters. */
  options: Record<string, string>;
}

/** Returns how a preview was read. */
export function readingOf({ options }: Pick<Import, 'options'>): Reading {
  const { map, ...others } = options as Record<string, string>;
  return { map, options: others };
}

/** Returns a map with more `[letter]=field` pairs; a pair that it has would name a field twice. */
export function withPairs(
  map: string | undefined,
  pairs: readonly [letter: string, field: string][],
): string {
  const all = pairs.map(([letter, field]) => `[${letter}]=${field}`);
  return [...new Set([...(map?.split(',') ?? []), ...all])].join(',');
}

interface Sending {
  isRunning: boolean;
  failure: Failure | undefined;
  /** Reads a file and opens its preview. */
  sendNew: (kind: ImportKind, file: File) => void;
  /** Reads the kept file of a preview again, and opens the new preview in its place. */
  readAgain: (preview: Pick<Import, 'id' | 'kind'>, reading: Reading) => void;
}

/** Returns whether a preview can be read again. */
export function useMayReadAgain({ kind, status }: Pick<Import, 'kind' | 'status'>): boolean {
  return useMay()(PERMISSION_FOR[kind]) && status === 'PREVIEWED';
}

/** Returns how to send files to be previewed. */
export function useSendFile(): Sending {
  const [, go] = useLocation();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  useSessionLost(failure, setFailure);
  const discard = useAction(CancelImportDocument);
  const run = async (sending: Promise<string | Failure>, before?: string) => {
    setRunning(true);
    setFailure(undefined);
    const sent = await sending;
    setRunning(false);
    if (typeof sent !== 'string') return setFailure(sent);
    go(`/imports/${sent}`, { replace: before !== undefined });
    if (before !== undefined) await discard.run({ id: before });
  };
  return {
    isRunning,
    failure,
    sendNew: (kind, file) => void run(sendFile(kind, file)),
    readAgain: ({ id, kind }, { map, options }) =>
      void run(send(kind, { ...options, ...(map && { map }), from: id }), id),
  };
}

/** Reads the file at once, because its program can change it while it is sent. */
async function sendFile(kind: ImportKind, file: File): Promise<string | Failure> {
  if (file.size === 0) return wrong('The file is empty.');
  if (file.size > MAX_FILE_BYTES)
    return wrong(`The file is larger than ${MAX_FILE_BYTES / 1_024 ** 2} MB. Split it.`);
  try {
    const bytes = new Blob([await file.arrayBuffer()]);
    return await send(kind, file.name === '' ? {} : { file_name: file.name.slice(0, 200) }, bytes);
  } catch {
    return wrong('The file cannot be read. Choose it again.');
  }
}

function wrong(message: string): Failure {
  return { code: 'validation_error', message, field: 'file', details: [{ field: 'file', message }] };
}

/** Returns the id of the import, or the failure. */
async function send(kind: ImportKind, query: Record<string, string>, body?: Blob): Promise<string | Failure> {
  try {
    const response = await fetch(`/import/${slugOf(kind)}?${new URLSearchParams(query)}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: shownPerson(),
      ...(body && { body }),
    });
    const { data, error } = (await response.json().catch(() => ({}))) as Answer;
    if (!data && !error) return failureAt(response);
    if (!data) return failureIn(error!, response);
    return String(data.id);
  } catch {
    return UNREACHABLE;
  }
}

interface Answer {
  data?: { id: number };
  error?: Parameters<typeof failureIn>[0];
}
