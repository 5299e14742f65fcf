/**
 * Largest number of bytes of a text that a page shows among other content. `TEXT_BYTES` limits a
 * text that opens on its own.
 */
export const TEXT_BESIDE_BYTES = 8 * 1024;
export const TEXT_BYTES = 64 * 1024;
/** Limits of an image that a page shows by itself. A larger one is behind a link. */
export const IMAGE_BESIDE_BYTES = 1024 * 1024;
export const IMAGE_BESIDE_PIXELS = 4096;
/** Size of the largest image that has a preview. Larger images can only be downloaded. */
export const IMAGE_BYTES = 20 * 1024 * 1024;

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/**
 * First bytes of each image format, in hexadecimal digits. SVG is missing, because browsers treat
 * an SVG file as a document, which may run scripts.
 */
const STARTS: readonly (readonly [ImageType, RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
];

const IMAGE_NAMES = /\.(?:png|jpe?g|gif|webp)$/i;
const IMAGE_TYPES = /^image\/(?:png|jpeg|gif|webp)\b/i;
const TEXT_NAMES = /\.(?:txt|log|md|csv|json|ya?ml|xml|toml|ini|out|trace)$/i;
const TEXT_TYPES = /^(?:text\/(?!html)|application\/(?:json|[\w.-]+\+json|xml|yaml))/i;

interface ClaimedFile {
  readonly name: string;
  readonly contentType: string;
}

/**
 * Guesses the kind of preview from the name and the type that the sender claimed. When the file is
 * opened, its bytes decide.
 */
export function guessPreview({ name, contentType }: ClaimedFile): 'image' | 'text' | undefined {
  if (IMAGE_TYPES.test(contentType) || IMAGE_NAMES.test(name)) return 'image';
  return TEXT_TYPES.test(contentType) || TEXT_NAMES.test(name) ? 'text' : undefined;
}

export function findImageType(start: Buffer): ImageType | undefined {
  const digits = start.subarray(0, 16).toString('hex');
  return STARTS.find(([, pattern]) => pattern.test(digits))?.[0];
}

/** Returns at most `maxBytes` of text, or undefined when the bytes are not UTF-8 text. */
export function readText(start: Buffer, maxBytes: number): string | undefined {
  try {
    // The option `stream` makes the decoder leave out a character that is cut at the end.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(start.subarray(0, maxBytes), {
      stream: true,
    });
    return hasControls(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const ESCAPE = '\u001b';

/**
 * Returns true when the text has control characters other than white space and the escape
 * character. Many logs contain the escape character for terminal colours.
 */
function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text.replaceAll(/[\t\n\f\r]/g, '').replaceAll(ESCAPE, ''));
}
