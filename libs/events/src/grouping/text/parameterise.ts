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

/**
 * Matches the start of a non-empty object or list, as JSON or Python prints it. Python's keys may
 * be numbers.
 */
const START = /[{[]\s{0,8}(?=["'{[])|\{\s{0,8}(?=-?\d{1,20}(?:\.\d{1,20})?\s{0,3}:)/g;
const CLOSES = new Map(Object.entries({ '{': '}', '[': ']' }));

/**
 * Replaces each printed object and list with `<json>`. An object that is cut off extends to the end
 * of the text.
 */
function hideJson(text: string): string {
  if (!text.includes('{') && !text.includes('[')) return text;
  let hidden = '';
  let from = 0;
  START.lastIndex = 0;
  for (let match = START.exec(text); match; match = START.exec(text)) {
    const end = findEnd(text, match.index);
    hidden += `${text.slice(from, match.index)}<json>`;
    from = end;
    START.lastIndex = end;
  }
  return hidden + text.slice(from);
}

function findEnd(text: string, start: number): number {
  const open: string[] = [];
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]!;
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (CLOSES.has(char)) open.push(CLOSES.get(char)!);
    else if (char === open.at(-1)) {
      open.pop();
      if (open.length === 0) return at + 1;
    }
  }
  return text.length;
}
