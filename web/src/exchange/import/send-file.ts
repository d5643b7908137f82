import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ImportKind } from '../../generated/operations.ts';
import { MAX_FILE_BYTES } from '../../generated/rules.ts';
import { type Failure, failureIn, UNREACHABLE } from '../../base/graphql/failure.ts';
import { shownPerson } from '../../base/graphql/reach.ts';
import { useSessionLost } from '../../base/session/session.tsx';
import { slugOf } from './words.ts';

/** A file that was read, and how its columns are assigned. */
interface SentFile {
  kind: ImportKind;
  bytes: Blob;
  name: string;
  /** Letters of columns with their fields, as far as someone chose them. */
  map: [letter: string, field: string][];
  /** The other options that someone chose, by the names of query parameters. */
  options: Record<string, string>;
}

/** The file of the latest preview in this tab, so that its columns can be assigned differently. */
let latest: { id: string; file: SentFile } | undefined;

/** Returns the file of an import, if this tab sent it and no other one since. */
export function fileOf(id: string): SentFile | undefined {
  return latest?.id === id ? latest.file : undefined;
}

interface Sending {
  isRunning: boolean;
  failure: Failure | undefined;
  /** Reads a file and opens its preview. */
  sendNew: (kind: ImportKind, file: File) => void;
  /**
   * Sends the same bytes again, and opens their preview in place of the current one, which `discard` then
   * cancels.
   */
  sendAgain: (file: SentFile, discard: () => Promise<unknown>) => void;
}

/** Returns how to send files to be previewed. */
export function useSendFile(): Sending {
  const [, go] = useLocation();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  useSessionLost(failure, setFailure);
  const run = async (file: () => Promise<SentFile | Failure>, discard?: () => Promise<unknown>) => {
    setRunning(true);
    setFailure(undefined);
    const sent = await file().then((file) => ('code' in file ? file : send(file)));
    setRunning(false);
    if (typeof sent !== 'string') return setFailure(sent);
    go(`/imports/${sent}`, { replace: discard !== undefined });
    await discard?.();
  };
  return {
    isRunning,
    failure,
    sendNew: (kind, file) => void run(() => read(kind, file)),
    sendAgain: (file, discard) => void run(() => Promise.resolve(file), discard),
  };
}

/** Reads the file at once, because its program can change it before it is sent again. */
async function read(kind: ImportKind, file: File): Promise<SentFile | Failure> {
  if (file.size === 0) return wrong('The file is empty.');
  if (file.size > MAX_FILE_BYTES)
    return wrong(`The file is larger than ${MAX_FILE_BYTES / 1_024 ** 2} MB. Split it.`);
  try {
    return { kind, bytes: new Blob([await file.arrayBuffer()]), name: file.name, map: [], options: {} };
  } catch {
    return wrong('The file cannot be read. Choose it again.');
  }
}

function wrong(message: string): Failure {
  return { code: 'validation_error', message, field: 'file', details: [{ field: 'file', message }] };
}

/** Returns the id of the import, or the failure. */
async function send(file: SentFile): Promise<string | Failure> {
  const map = file.map.map(([letter, field]) => `[${letter}]=${field}`);
  const query = new URLSearchParams({
    ...file.options,
    ...(map.length > 0 && { map: map.join(',') }),
    ...(file.name !== '' && { file_name: file.name.slice(0, 200) }),
  });
  try {
    const response = await fetch(`/import/${slugOf(file.kind)}?${query}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: shownPerson(),
      body: file.bytes,
    });
    const { data, error } = (await response.json()) as Answer;
    if (!data) return failureIn(error!, response);
    latest = { id: String(data.id), file };
    return latest.id;
  } catch {
    return UNREACHABLE;
  }
}

interface Answer {
  data?: { id: number };
  error?: Parameters<typeof failureIn>[0];
}
