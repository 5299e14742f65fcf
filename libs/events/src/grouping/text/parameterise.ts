import { hideJson } from './hide-json.ts';
import { identities, NAMES_WITH_NUMBERS, type Replacement, values } from './patterns.ts';

/** What of a text is read. */
export const MAX_LENGTH = 1000;
/** Digits of names stand aside as characters of private use while numbers are replaced. */
const ASIDE = 0xe000;

/** Loguru hands its whole line over as the message. */
const LOGURU_PREFIX =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \| [A-Z]{1,12} {0,8}\| \S{1,200}:\d{1,7} - /;

/** A message without what is only this occurrence's: ids, numbers, names in quotes, dates, addresses, paths. */
export function parameterise(message: string): string {
  const text = hideJson(message.slice(0, MAX_LENGTH).replace(LOGURU_PREFIX, ''));
  const identified = replaceAll(text, identities);
  return toOneLine(bringBack(replaceAll(putAside(identified), values)));
}

/** A template as its programmer wrote it: numbers in it and words in quotes are the programmer's own. */
export function parameteriseTemplate(template: string): string {
  return toOneLine(
    replaceAll(template.slice(0, MAX_LENGTH).replace(LOGURU_PREFIX, ''), identities),
  );
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((rest, [pattern, name]) => rest.replace(pattern, name), text);
}

function putAside(text: string): string {
  return text.replace(NAMES_WITH_NUMBERS, (name) =>
    name.replace(/\d/g, (digit) => String.fromCharCode(ASIDE + Number(digit))),
  );
}

function bringBack(text: string): string {
  return text.replace(/[\ue000-\ue009]/g, (char) => String(char.charCodeAt(0) - ASIDE));
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
