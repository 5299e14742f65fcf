import { type EventThread, reportLimits } from '#shared';
import type { CutNotes } from '../../json/cut-notes.ts';
import { fieldLimits } from '../../json/field-limits.ts';
import {
  type JsonObject,
  readBoolean,
  readObject,
  readText,
  readValues,
} from '../../json/shape.ts';
import type { StackReader } from './frames.ts';

/**
 * Returns a stack that is not part of an exception. Prefers, in this order: the thread with
 * `threadId`, the crashed thread, the current thread, the event's own stack, the main thread, the
 * only thread.
 */
export function findStacktrace(event: JsonObject, threadId?: unknown): unknown {
  return findAmong(listStacked(event), event, threadId);
}

/** Returns `findStacktrace` for one event, which lists the threads once for all exceptions. */
export function createStackFinder(event: JsonObject): (threadId?: unknown) => unknown {
  let threads: readonly JsonObject[] | undefined;
  return (threadId) => findAmong((threads ??= listStacked(event)), event, threadId);
}

function findAmong(threads: readonly JsonObject[], event: JsonObject, threadId: unknown): unknown {
  const id = toId(threadId);
  const first =
    threads.find((thread) => id !== undefined && toId(thread['id']) === id) ??
    threads.find(({ crashed }) => crashed === true) ??
    threads.find(({ current }) => current === true);
  if (first) return first['stacktrace'];
  const own = event['stacktrace'];
  if (hasFrames(own)) return own;
  const next = threads.find(isMain) ?? (threads.length === 1 ? threads[0] : undefined);
  return next?.['stacktrace'];
}

/**
 * Returns undefined when there are no threads. When threads or frames exceed the limit, keeps those
 * of the crashed, the current and the main thread first.
 */
export function readThreads(
  event: JsonObject,
  { stacks, notes }: { readonly stacks: StackReader; readonly notes: CutNotes },
): EventThread[] | undefined {
  const all = listThreads(event);
  if (all.length === 0) return undefined;
  const max = reportLimits.threads;
  if (all.length > max) notes.add(`threads: ${all.length - max} of ${all.length} left out`);
  // Each thread is ranked once, because a sort would look at its name again and again.
  const ranks = all.map(rank);
  const ranked = [...all.keys()]
    .toSorted((one, other) => ranks[one]! - ranks[other]!)
    .slice(0, max)
    .map((index) => all[index]!);
  const frames = fitFrames(ranked, { stacks, notes });
  return all
    .filter((thread) => frames.has(thread))
    .map((thread) => ({
      id: notes.readText(thread['id'], fieldLimits.name, 'names of threads'),
      name: notes.readText(thread['name'], fieldLimits.name, 'names of threads'),
      state: notes.readText(thread['state'], fieldLimits.name, 'states of threads'),
      isCrashed: readBoolean(thread['crashed']),
      isCurrent: readBoolean(thread['current']),
      isMain: readBoolean(thread['main']),
      frames: frames.get(thread) ?? [],
    }));
}

function fitFrames(
  threads: readonly JsonObject[],
  { stacks, notes }: { readonly stacks: StackReader; readonly notes: CutNotes },
): ReadonlyMap<JsonObject, EventThread['frames']> {
  let left = reportLimits.framesOfThreads;
  let cut = 0;
  const fitting = new Map<JsonObject, EventThread['frames']>();
  for (const thread of threads) {
    const frames = left > 0 ? stacks.readFrames(thread['stacktrace']) : [];
    const sent = left > 0 ? frames.length : countFrames(thread['stacktrace']);
    const kept = frames.length > left ? frames.slice(-left) : frames;
    fitting.set(thread, kept);
    left -= kept.length;
    cut += sent - kept.length;
  }
  if (cut > 0) notes.add(`threads: ${cut} of their older frames left out`);
  return fitting;
}

function rank(thread: JsonObject): number {
  const order = [thread['crashed'] === true, thread['current'] === true, isMain(thread)];
  const found = order.indexOf(true);
  return found === -1 ? order.length : found;
}

function isMain({ main, name }: JsonObject): boolean {
  return main === true || name === 'main';
}

function listThreads(event: JsonObject): JsonObject[] {
  return readValues(event['threads'])
    .map(readObject)
    .filter((thread) => thread !== undefined);
}

function listStacked(event: JsonObject): JsonObject[] {
  return listThreads(event).filter(({ stacktrace }) => hasFrames(stacktrace));
}

function hasFrames(stacktrace: unknown): boolean {
  return countFrames(stacktrace) > 0;
}

function countFrames(stacktrace: unknown): number {
  const frames = readObject(stacktrace)?.['frames'];
  return Array.isArray(frames) ? frames.length : 0;
}

/** Converts ids to text, because an exception may refer to the thread `"1"` as `1`. */
function toId(value: unknown): string | undefined {
  return readText(value, fieldLimits.name);
}
