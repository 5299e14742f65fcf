const SCHEME_CHARACTERS = 'data:'.length;
const MAX_HEADER_CHARACTERS = 200;

/**
 * Decodes the text of a data URL, in Base64 or percent-encoded UTF-8. Returns undefined when the
 * URL is broken.
 */
export function readDataUrl(url: string): string | undefined {
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
