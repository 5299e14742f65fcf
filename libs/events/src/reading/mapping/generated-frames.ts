import {
  type JsonObject,
  readArray,
  readObject,
  readPosition,
  readText,
} from '../../json/shape.ts';
import { fieldLimits } from '../../json/field-limits.ts';
import { listStacks } from '../list-stacks.ts';
import { readFrameLanguage, readLanguage } from '../stack/language.ts';

/** A call in code that a build may have made. Line and column count from 1. */
export interface GeneratedFrame {
  /** Address of its file, without what follows the path. */
  readonly url: string;
  /** The SDK finds it at run time. */
  readonly debugId?: string;
  readonly line: number;
  readonly column: number;
}

/** Frames of one stack: more than an event keeps. */
const MOST_FRAMES = 250;
/** Frames of all stacks of an event. */
const MOST_OF_EVENT = 1000;
const MOST_IMAGES = 1000;
/** Builds make no such files, unless they give them a debug id. */
const SOURCE = /\.(?:[cm]?tsx?|jsx|vue|svelte)$/i;

/** Frames of JavaScript that have a place in a file, by stack (`listStacks`), in the order in which they were sent. */
export function listGeneratedFrames(
  event: JsonObject,
): readonly (readonly (GeneratedFrame | undefined)[])[] {
  const language = readLanguage(event);
  const debugIds = readDebugIds(event);
  let left = MOST_OF_EVENT;
  return listStacks(event).map((stack) => {
    const frames = readArray(stack['frames']) ?? [];
    const kept = frames.slice(-Math.min(MOST_FRAMES, left)).slice(0, left);
    left -= kept.length;
    return kept.map((sent) => {
      const frame = readObject(sent);
      const own = frame && readFrameLanguage(frame, language);
      return own === 'browser' || own === 'node' ? readFrame(frame!, debugIds) : undefined;
    });
  });
}

function readFrame(
  frame: JsonObject,
  debugIds: ReadonlyMap<string, string>,
): GeneratedFrame | undefined {
  const path = readText(frame['abs_path'] ?? frame['filename'], fieldLimits.path);
  const line = readPosition(frame['lineno']);
  const column = readPosition(frame['colno']);
  if (path === undefined || line === undefined || column === undefined) return undefined;
  if (!/[/\\.]/.test(path) || path.startsWith('node:')) return undefined;
  const debugId = debugIds.get(path);
  const url = path.replace(/[?#].*$/s, '');
  if (debugId === undefined && SOURCE.test(url)) return undefined;
  return { url, line, column, ...(debugId === undefined ? {} : { debugId }) };
}

/** Reads debug ids by their files, https://develop.sentry.dev/sdk/foundations/transport/event-payloads/debug-meta/ */
function readDebugIds(event: JsonObject): ReadonlyMap<string, string> {
  const images = readArray(readObject(event['debug_meta'])?.['images']) ?? [];
  return new Map(
    images.slice(0, MOST_IMAGES).flatMap((value) => {
      const image = readObject(value);
      const file = readText(image?.['code_file'], fieldLimits.path);
      const id = readText(image?.['debug_id'], fieldLimits.name);
      return image?.['type'] === 'sourcemap' && file && id ? [[file, id.toLowerCase()]] : [];
    }),
  );
}
