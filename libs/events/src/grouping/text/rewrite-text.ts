import type { Language } from '../../reading/stack/language.ts';
import { MAX_LENGTH } from './parameterise.ts';
import { hidePrintedObjects } from './hide-printed-objects.ts';

const MAY_BE_REWRITTEN =
  /[{[(#=]|\w'\w|\d-[A-Z][a-z]{2}-\d{4}|^Cannot destructure|\b[A-Z]{3,7}-[A-Z\d]{7}/;

/** Matches Ruby's `#<Order id: 17>`. */
const INSPECTED = /#<([\w:]{1,100})[ :][^<>\n]{0,600}>/g;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DATE = new RegExp(
  String.raw`\b\d{1,2}-${MONTH}-\d{4}(?:[ T]\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?`,
  'g',
);
/**
 * Matches the words after the first one of a capitalised value, such as `Smith` in `name=Ann
 * Smith`. Punctuation, another name or the end of the text must follow.
 */
const CAPITALS =
  /(?<=[\w\])]\s{0,2}=\s{0,2}\p{Lu}[\p{L}.’-]{0,60})(?: \p{Lu}[\p{L}.’-]{0,60}){1,5}(?=[,;.)\]}]|$| [\w.-]{1,60}=)/gu;

const APOSTROPHE = /(?<!\w)'(?=[^'\n]{1,100}(?<=\w)'\w)(?:[^'\n]|(?<=\w)'(?=\w)){1,300}'(?!\w)/g;
/** Default host names that the Windows installer assigns. */
const WINDOWS_HOST = /\b(?:DESKTOP|LAPTOP|WIN)-[A-Z\d]{7,11}\b/g;

/**
 * Matches Chrome's message for destructuring undefined or null. Firefox says only `x is undefined`,
 * so the message is replaced with that text.
 */
const DESTRUCTURED =
  /^Cannot destructure (?:property '.{1,200}?' of )?'(.{1,200}?)' as it is (undefined|null)\.?$/;

/**
 * Replaces printed objects, dates, names and host names in a text. Returns the same text when there
 * is nothing to replace.
 */
export function rewriteText(text: string, language: Language): string {
  if (!MAY_BE_REWRITTEN.test(text)) return text;
  const head = text.slice(0, MAX_LENGTH);
  const rewritten = rewriteHead(head, language);
  return rewritten === head ? text : rewritten;
}

function rewriteHead(head: string, language: Language): string {
  const isScript = language === 'browser' || language === 'node';
  const said = isScript ? head.replace(DESTRUCTURED, '$1 is $2') : head;
  return hidePrintedObjects(said.replace(INSPECTED, '#<$1>'))
    .replace(APOSTROPHE, '<quoted>')
    .replace(CAPITALS, '')
    .replace(DATE, '<date>')
    .replace(WINDOWS_HOST, '<host>');
}
