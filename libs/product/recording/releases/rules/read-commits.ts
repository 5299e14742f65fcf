import { releaseLimits } from '#shared';
import { readSentTime } from './sent-time.ts';
import type { ChangedPath, ToldCommit, ToldRef } from './told-release.ts';

type Fields = Readonly<Record<string, unknown>>;

const { commitIdLength, messageLength, nameLength, pathLength } = releaseLimits;
const CHANGE = /^[A-Z]/;

/**
 * Parses commits as clients send them, in their order, cut to `releaseLimits`. Returns undefined
 * when one has no id. A release may change a million files, so no schema validator is used.
 */
export function readCommits(sent: readonly unknown[]): readonly ToldCommit[] | undefined {
  const commits = sent.slice(0, releaseLimits.commitsPerRelease).map(readCommit);
  return areAll(commits) ? commits : undefined;
}

/** Returns undefined when a ref has no repository or no commit. */
export function readRefs(sent: readonly unknown[]): readonly ToldRef[] | undefined {
  const refs = sent.slice(0, releaseLimits.refsPerRelease).map(readRef);
  return areAll(refs) ? refs : undefined;
}

function readCommit(sent: unknown): ToldCommit | undefined {
  const fields = toFields(sent);
  const id = readId(fields['id']);
  if (id === undefined) return undefined;
  const { timestamp, patch_set: patchSet } = fields;
  return {
    id,
    ...present('repository', readText(fields['repository'], nameLength)),
    ...present('authorName', readText(fields['author_name'], nameLength)),
    ...present('authorEmail', readText(fields['author_email'], nameLength)),
    ...present('atMs', typeof timestamp === 'string' ? readSentTime(timestamp) : undefined),
    ...present('message', readText(fields['message'], messageLength)),
    patchSet: Array.isArray(patchSet) ? readPaths(patchSet) : [],
  };
}

function readPaths(sent: readonly unknown[]): ChangedPath[] {
  return sent.slice(0, releaseLimits.pathsPerCommit).flatMap((each) => {
    const { path, type } = toFields(each);
    const text = readText(path, pathLength);
    if (text === undefined) return [];
    const change = typeof type === 'string' ? CHANGE.exec(type)?.[0] : undefined;
    return [{ path: text, type: change ?? 'M' }];
  });
}

function readRef(sent: unknown): ToldRef | undefined {
  const fields = toFields(sent);
  const repository = readText(fields['repository'], nameLength);
  const commitId = readId(fields['commit']);
  if (repository === undefined || commitId === undefined) return undefined;
  return { repository, commitId, ...present('previousCommitId', readId(fields['previousCommit'])) };
}

function toFields(sent: unknown): Fields {
  return typeof sent === 'object' && sent !== null ? (sent as Fields) : {};
}

function readId(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= commitIdLength && value.trim() !== ''
    ? value
    : undefined;
}

function readText(value: unknown, length: number): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, length) : undefined;
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}

function areAll<Value>(values: readonly (Value | undefined)[]): values is readonly Value[] {
  return values.every((value) => value !== undefined);
}
