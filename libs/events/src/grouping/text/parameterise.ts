import { hideJson } from './hide-json.ts';
import { identities, NAMES_WITH_NUMBERS, type Replacement, values } from './patterns.ts';

export const MAX_LENGTH = 1000;
/**
 * First of ten private-use characters. These replace the digits in names such as `utf8` while other
 * numbers are hidden.
 */
const MASK_START = 0xe000;

/** Loguru sends its whole log line as the message. */
const LOGURU_PREFIX =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \| [A-Z]{1,12} {0,8}\| \S{1,200}:\d{1,7} - /;

/**
 * Replaces values that vary between occurrences of a message: ids, numbers, quoted texts, dates,
 * URLs, paths.
 */
export function parameterise(message: string): string {
  const text = hideJson(message.slice(0, MAX_LENGTH).replace(LOGURU_PREFIX, ''));
  const identified = replaceAll(text, identities);
  return toOneLine(unmaskDigits(replaceAll(maskDigits(identified), values)));
}

/**
 * Replaces only `identities`. Numbers and quoted words stay, because the programmer wrote them into
 * the template.
 */
export function parameteriseTemplate(template: string): string {
  return toOneLine(
    replaceAll(template.slice(0, MAX_LENGTH).replace(LOGURU_PREFIX, ''), identities),
  );
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((rest, [pattern, name]) => rest.replace(pattern, name), text);
}

function maskDigits(text: string): string {
  return text.replace(NAMES_WITH_NUMBERS, (name) =>
    name.replace(/\d/g, (digit) => String.fromCharCode(MASK_START + Number(digit))),
  );
}

function unmaskDigits(text: string): string {
  return text.replace(/[\ue000-\ue009]/g, (char) => String(char.charCodeAt(0) - MASK_START));
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
