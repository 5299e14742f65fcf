import { toDebugId } from '../debug-id.ts';
import type { CommentValue } from './comments-from-end.ts';
import { commentsFromEnd } from './comments-from-end.ts';

/**
 * Comments are searched among this many characters at the end of a file. Inline maps are the
 * exception, because they are longer.
 */
const TAIL_CHARACTERS = 4096;

/**
 * Returns the unparsed JSON of the map that a file carries in its last `sourceMappingURL` comment.
 * Returns undefined when the file has no such comment, when the comment refers to another file, or
 * when it cannot be decoded.
 */
export function readInlineMap(code: string): string | undefined {
  const comment = findMapComment(code);
  return comment && isInline(comment) ? readDataUrl(comment.value) : undefined;
}

/**
 * Returns the address in a file's last `sourceMappingURL` comment, unchanged. Returns undefined
 * when the last 4,096 characters of the file have no such comment, or when the last one is an
 * inline map.
 */
export function findMapReference(code: string): string | undefined {
  const comment = findMapComment(code);
  return comment && !isInline(comment) ? comment.value : undefined;
}

/**
 * Finds the id in a file's last `//# debugId=…` comment, as a lower-case UUID with hyphens. Reads
 * only the last 4,096 characters of the file, or the last 4,096 before an inline map.
 */
export function findDebugId(code: string): string | undefined {
  const map = findMapComment(code);
  const end = map && isInline(map) ? map.start : code.length;
  const tail = code.slice(Math.max(0, end - TAIL_CHARACTERS));
  for (const { value } of commentsFromEnd(tail, 'debugId')) {
    const debugId = toDebugId(value);
    if (debugId !== undefined) return debugId;
  }
  return undefined;
}

function findMapComment(code: string): CommentValue | undefined {
  for (const comment of commentsFromEnd(code, 'sourceMappingURL')) {
    const isInTail = comment.start >= code.length - TAIL_CHARACTERS;
    if (isInline(comment) || (isInTail && !comment.value.includes("'"))) return comment;
  }
  return undefined;
}

function isInline({ value }: CommentValue): boolean {
  return value.slice(0, 5).toLowerCase() === 'data:';
}

const SCHEME_CHARACTERS = 'data:'.length;
const MAX_HEADER_CHARACTERS = 200;

/**
 * Decodes the text of a data URL, in Base64 or percent-encoded UTF-8. Returns undefined when the
 * URL is broken.
 */
function readDataUrl(url: string): string | undefined {
  const comma = url.slice(0, MAX_HEADER_CHARACTERS).indexOf(',');
  if (comma === -1) return undefined;
  const parameters = url.slice(SCHEME_CHARACTERS, comma).split(';');
  const isBase64 = parameters.some((each) => each.trim().toLowerCase() === 'base64');
  const body = unescapePercents(url.slice(comma + 1));
  return isBase64 && body !== undefined ? decodeBase64(body) : body;
}

function unescapePercents(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function decodeBase64(text: string): string | undefined {
  const binary = toBinary(text);
  if (binary === undefined) return undefined;
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return new TextDecoder().decode(bytes);
}

/** `atob` returns one character per byte, and throws when the text is not Base64. */
function toBinary(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}
