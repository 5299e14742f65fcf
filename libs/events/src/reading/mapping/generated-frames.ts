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

/**
 * A frame in a JavaScript file that a build tool may have generated. `line` and `column` count from
 * 1.
 */
export interface GeneratedFrame {
  readonly url: string;
  readonly debugId?: string;
  readonly line: number;
  readonly column: number;
}

const MOST_FRAMES = 250;
const MOST_OF_EVENT = 1000;
const MOST_IMAGES = 1000;
/** Matches source files. These need no source map, unless they have a debug id. */
const SOURCE = /\.(?:[cm]?tsx?|jsx|vue|svelte)$/i;

/**
 * Returns a list for each stack of `listStacks`, with its frames in the order sent. Frames that are
 * not JavaScript or have no position are undefined.
 */
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

/** See https://develop.sentry.dev/sdk/foundations/transport/event-payloads/debug-meta/ */
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
