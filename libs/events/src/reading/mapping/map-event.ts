import type { JsonObject } from '../../json/shape.ts';
import { readArray, readObject } from '../../json/shape.ts';
import { listStacks } from '../list-stacks.ts';
import type { GeneratedFrame } from './generated-frames.ts';
import { listGeneratedFrames } from './generated-frames.ts';
import { toSourcePath } from './source-path.ts';
import {
  isMapped,
  type Mapped,
  type MappedFrame,
  type MappingFile,
  type MissedFrame,
  type OriginalFrame,
} from '../../storing/mapped.ts';

/**
 * Original place of a position in generated code. `name` is the original name of the token at that
 * position.
 */
export interface FoundPlace extends OriginalFrame {
  readonly by: MappingFile;
}

/** Most characters of source lines that one event takes from maps. */
const CONTEXT_LENGTH = 256 * 1024;

export type FindPlace = (frame: GeneratedFrame) => FoundPlace | MissedFrame;

/**
 * Maps the frames of an event to the places that `find` returns. Returns undefined when maps
 * concern none of the frames.
 */
export function mapEvent(event: JsonObject, find: FindPlace): Mapped | undefined {
  const files: MappingFile[] = [];
  const room = { length: CONTEXT_LENGTH };
  const sentStacks = listStacks(event);
  const stacks = listGeneratedFrames(event).map((frames, place) => {
    const sent = readArray(sentStacks[place]?.['frames']) ?? [];
    const found = frames.map((frame) => frame && find(frame));
    // The last frame is the failing one, so its source lines get room first.
    const mapped = found.map((each, at) => [each, at] as const).toReversed();
    return mapped
      .map(([original, at]) => {
        if (original === undefined) return null;
        const frame = readObject(sent[sent.length - frames.length + at]);
        if ('miss' in original) return isSource(frames[at]!, frame, original) ? null : original;
        const name = nameFunction(found[at - 1], frame?.['function']);
        return toMapped(original, { files, name, room });
      })
      .toReversed();
  });
  const isAny = stacks.some((frames) => frames.some((frame) => frame !== null));
  return isAny ? { files, stacks } : undefined;
}

/**
 * True when the code that ran is readable source. The SDK sent its lines, no build gave it a debug
 * id, and nobody uploaded a map.
 */
function isSource(
  { debugId }: GeneratedFrame,
  frame: JsonObject | undefined,
  { miss }: MissedFrame,
): boolean {
  const hasLines = typeof frame?.['context_line'] === 'string';
  return hasLines && debugId === undefined && (miss === 'no_file' || miss === 'no_names');
}

interface MappingFacts {
  readonly files: MappingFile[];
  readonly name: string | undefined;
  /** Characters left for source lines. */
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
 * Matches minified names that are kept when the caller's map has no name. Minifiers leave property
 * names alone, and the names that minifiers make have fewer than four characters.
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

/**
 * Counts the frames with an original place, and the frames that maps concern but could not place.
 */
export function countMapped({ stacks }: Mapped): {
  readonly mapped: number;
  readonly missed: number;
} {
  const frames = stacks.flat().filter((frame) => frame !== null);
  const mapped = frames.filter((frame) => isMapped(frame)).length;
  return { mapped, missed: frames.length - mapped };
}
