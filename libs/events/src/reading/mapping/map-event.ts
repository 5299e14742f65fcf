import type { JsonObject } from '../../json/shape.ts';
import { readArray, readObject } from '../../json/shape.ts';
import { listStacks } from '../list-stacks.ts';
import type { GeneratedFrame } from './generated-frames.ts';
import { listGeneratedFrames } from './generated-frames.ts';
import {
  isMapped,
  type Mapped,
  type MappedFrame,
  type MappingFile,
  type MissedFrame,
  type OriginalFrame,
} from '../../storing/mapped.ts';

/** Position in the original source. `name` is the original name of the token at that position. */
export interface FoundPlace extends OriginalFrame {
  readonly by: MappingFile;
}

/** Characters of source lines, and of paths and names, that one event takes from source maps. */
const CONTEXT_LENGTH = 256 * 1024;
const PATHS_LENGTH = 128 * 1024;

export type FindPlace = (frame: GeneratedFrame) => FoundPlace | MissedFrame;

/**
 * Looks up the original place of each frame with `find`. Returns undefined when no frame could have
 * a source map.
 */
export function mapEvent(event: JsonObject, find: FindPlace): Mapped | undefined {
  const files: MappingFile[] = [];
  const room = { length: CONTEXT_LENGTH, ofPaths: PATHS_LENGTH };
  const sentStacks = listStacks(event);
  const stacks = listGeneratedFrames(event).map((frames, place) => {
    const sent = readArray(sentStacks[place]?.['frames']) ?? [];
    const found = frames.map((frame) => frame && find(frame));
    // The last frame is the failing frame, so its path and source lines are copied first.
    const mapped = found.map((each, at) => [each, at] as const).toReversed();
    return mapped
      .map(([original, at]) => {
        if (original === undefined) return null;
        const frame = readObject(sent[sent.length - frames.length + at]);
        if ('miss' in original) return isSource(frames[at]!, frame, original) ? null : original;
        const name = nameFunction(found[at - 1], frame?.['function']);
        room.ofPaths -= original.source.length + (name?.length ?? 0);
        if (room.ofPaths < 0) return { miss: 'large' as const };
        return toMapped(original, { files, name, room });
      })
      .toReversed();
  });
  const isAny = stacks.some((frames) => frames.some((frame) => frame !== null));
  return isAny ? { files, stacks } : undefined;
}

/** Matches files of installed packages. No build of the project makes maps for them. */
const IN_PACKAGE = /(?:^|[/\\])node_modules[/\\]/;

/**
 * True when nobody is to upload a map for the frame: it is in readable source code, of which the
 * SDK sent lines, or in an installed package. A frame with a debug id, or for which something was
 * uploaded, is neither.
 */
function isSource(
  { url, debugId }: GeneratedFrame,
  frame: JsonObject | undefined,
  { miss }: MissedFrame,
): boolean {
  const isReadable = typeof frame?.['context_line'] === 'string' || IN_PACKAGE.test(url);
  return isReadable && debugId === undefined && (miss === 'no_file' || miss === 'no_names');
}

interface MappingFacts {
  readonly files: MappingFile[];
  readonly name: string | undefined;
  readonly room: { length: number };
}

function takesRoom(
  { before, line, after }: NonNullable<OriginalFrame['context']>,
  room: MappingFacts['room'],
): boolean {
  const length = [...before, line, ...after].reduce((sum, each) => sum + each.length, 0);
  if (length > room.length) return false;
  room.length -= length;
  return true;
}

function toMapped(
  { by, source, line, column, isLibrary, context }: FoundPlace,
  { files, name, room }: MappingFacts,
): MappedFrame {
  let file = files.findIndex(({ url, debugId }) => url === by.url && debugId === by.debugId);
  if (file === -1) file = files.push(by) - 1;
  return {
    file,
    source: toSourcePath(source),
    line,
    column,
    ...(name === undefined ? {} : { name }),
    ...(isLibrary ? { isLibrary } : {}),
    ...(context && takesRoom(context, room) ? { context } : {}),
  };
}

/**
 * Matches names in minified code that are worth showing. Minifiers do not rename properties, and
 * the names that they invent have fewer than four characters.
 */
const KEPT_NAME = /(?:^|[\s.])(?<name>[\p{ID_Start}$_#][\p{ID_Continue}$_]{3,})$/u;

function nameFunction(
  caller: FoundPlace | MissedFrame | undefined,
  minified: unknown,
): string | undefined {
  const called = caller && !('miss' in caller) ? caller.name : undefined;
  if (called) return called;
  return typeof minified === 'string' ? KEPT_NAME.exec(minified)?.groups?.['name'] : undefined;
}

/** `missed` counts the frames that should have a source map but have no original place. */
export function countMapped({ stacks }: Mapped): {
  readonly mapped: number;
  readonly missed: number;
} {
  const frames = stacks.flat().filter((frame) => frame !== null);
  const mapped = frames.filter((frame) => isMapped(frame)).length;
  return { mapped, missed: frames.length - mapped };
}

/**
 * Matches prefixes that bundlers add, and leading `../` segments, which depend on the build's
 * folder.
 */
const PREFIX =
  /^(?:webpack-internal:\/\/\/|webpack:\/\/[^/]*\/|turbopack:\/\/\/?(?:\[project\]\/)?|rollup:\/\/[^/]*\/|vite:\/\/[^/]*\/|file:\/\/\/?|app:\/\/\/)?(?:\([^()/]*\)\/)?(?:\.{1,2}\/)*/;

/**
 * Returns the path of a source file within its project, such as `src/cart.ts`, so that all builds
 * have the same path.
 */
export function toSourcePath(source: string): string {
  const path = source.replace(PREFIX, '').replace(/\?[\w=&%.-]*$/, '');
  const [, inLibrary] = /(?:^|\/)(node_modules\/.*)$/s.exec(path) ?? [];
  return inLibrary ?? (path === '' ? source : path);
}
