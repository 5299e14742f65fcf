/** A page has so much of a text file; a preview of its own so much. */
export const TEXT_BESIDE_BYTES = 8 * 1024;
export const TEXT_BYTES = 64 * 1024;
/** A larger picture is to be saved. */
export const IMAGE_BYTES = 20 * 1024 * 1024;

type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** How the files of pictures begin, in hexadecimal digits. SVG is a document, and none of them. */
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

interface Told {
  readonly name: string;
  /** As its sender called it. */
  readonly contentType: string;
}

/** Guesses a preview by name and type. The bytes of a file decide when it is opened. */
export function guessPreview({ name, contentType }: Told): 'image' | 'text' | undefined {
  if (IMAGE_TYPES.test(contentType) || IMAGE_NAMES.test(name)) return 'image';
  return TEXT_TYPES.test(contentType) || TEXT_NAMES.test(name) ? 'text' : undefined;
}

/** The kind of picture that begins with these bytes; undefined where it is none that is shown. */
export function findImageType(start: Buffer): ImageType | undefined {
  const digits = start.subarray(0, 16).toString('hex');
  return STARTS.find(([, pattern]) => pattern.test(digits))?.[0];
}

/** The text that begins with these bytes, at most `maxBytes` of it; undefined where they are no text in UTF-8. */
export function readText(start: Buffer, maxBytes: number): string | undefined {
  try {
    // A letter that is cut at the end is left out.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(start.subarray(0, maxBytes), {
      stream: true,
    });
    return hasControls(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const ESCAPE = '\u001b';

/** Letters that no text has; a terminal's colours are in many logs. */
function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text.replaceAll(/[\t\n\f\r]/g, '').replaceAll(ESCAPE, ''));
}
