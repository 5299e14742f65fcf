/** A page has so much of a text file; a preview of its own so much. */
export const TEXT_BESIDE_BYTES = 8 * 1024;
export const TEXT_BYTES = 64 * 1024;
/** A larger picture is to be saved. */
export const IMAGE_BYTES = 20 * 1024 * 1024;

type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** How the files of pictures begin. SVG is a document, and none of them. */
const STARTS: readonly (readonly [ImageType, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
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

/** What a file says that it is. Its bytes decide when it is opened. */
export function guessPreview({ name, contentType }: Told): 'image' | 'text' | undefined {
  if (IMAGE_TYPES.test(contentType) || IMAGE_NAMES.test(name)) return 'image';
  return TEXT_TYPES.test(contentType) || TEXT_NAMES.test(name) ? 'text' : undefined;
}

/** The kind of picture that begins with these bytes; undefined where it is none that is shown. */
export function findImageType(start: Buffer): ImageType | undefined {
  const letters = start.subarray(0, 16).toString('latin1');
  return STARTS.find(([, pattern]) => pattern.test(letters))?.[0];
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
