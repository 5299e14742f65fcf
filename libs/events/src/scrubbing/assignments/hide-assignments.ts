import { HIDDEN, type HideInText, type HiddenListener } from '../hidden.ts';
import { MAX_SEARCHED_LENGTH } from '../long-texts.ts';
import type { SecretNames } from '../secret-names.ts';
import { findValue, isPlaceholder, looksRandom } from './find-value.ts';

/** Characters between a name and its value. `findValue` rules out comparisons. */
const MARK = /[=:]/g;

/**
 * Hides values that a text assigns to secret names: `password=x`, `pwd: 'x'`, `"token":"x"`,
 * `{:secret=>"x"}`, `user[password]=x`, `--api-key x`, `["--api-key", "x"]`,
 * `<password>x</password>`.
 */
export function hideAssignments(names: SecretNames): HideInText {
  return (text, tell) => {
    const left = hideOptions(names, hideElements(names, text, tell), tell);
    return hideMarked(names, hidePairs(names, left, tell), tell);
  };
}

function hideMarked(names: SecretNames, text: string, tell: HiddenListener): string {
  let left = '';
  let from = 0;
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(text); mark; mark = MARK.exec(text)) {
    const at = mark.index;
    const value = findValue(names, text, at);
    if (!value) continue;
    tell('name in text');
    left += text.slice(from, value.start) + HIDDEN;
    from = value.end;
    MARK.lastIndex = value.end;
  }
  return from === 0 ? text : left + text.slice(from);
}

const OPTION = /(?<![\w-])(--[A-Za-z][\w-]{1,60})(,? {1,3})(?![- ])([^\s"'`\\]+)/g;
/** Words that follow an option in prose, as in "the option --password is required". */
const AFTER_OPTION =
  /^(?:and|are|but|for|given|has|in|is|must|needs|not|option|or|to|was|with|without)$/;

function hideOptions(names: SecretNames, text: string, tell: HiddenListener): string {
  if (!text.includes('--')) return text;
  return text.replace(OPTION, (match, option: string, blanks: string, value: string) => {
    let end = value.length;
    while (end > 1 && '])},;'.includes(value[end - 1]!)) end -= 1;
    const secret = value.slice(0, end);
    if (!isOfSecret(names, option) || isPlaceholder(secret) || AFTER_OPTION.test(secret))
      return match;
    tell('name in text');
    return option + blanks + HIDDEN + value.slice(end);
  });
}

const PAIR = /(\\{0,3}["'`])(-{0,2}[A-Za-z][\w.-]{1,60})\1\s{0,3}(?:,|=>)\s{0,3}(\\{0,3}["'`])/g;
const MAX_PAIRED = 200;

/** Hides values in arguments and tuples: `["--token", "x"]`, `('Authorization', 'x')`. */
function hidePairs(names: SecretNames, text: string, tell: HiddenListener): string {
  let left = '';
  let from = 0;
  PAIR.lastIndex = 0;
  for (let pair = PAIR.exec(text); pair; pair = PAIR.exec(text)) {
    const [, , name = '', open = ''] = pair;
    const start = PAIR.lastIndex;
    const value = text.slice(start, start + MAX_PAIRED).split(open, 1)[0]!;
    if (isPairedValue(name, value) && isOfSecret(names, name)) {
      tell('name in text');
      left += text.slice(from, start) + HIDDEN;
      from = start + value.length;
      PAIR.lastIndex = from + open.length;
    } else PAIR.lastIndex = start - open.length;
  }
  return from === 0 ? text : left + text.slice(from);
}

function isPairedValue(name: string, value: string): boolean {
  if (value === '' || value === HIDDEN || isPlaceholder(value)) return false;
  return name.startsWith('--')
    ? !value.startsWith('--')
    : looksRandom(value) || /^\w+-/.test(value);
}

function isOfSecret(names: SecretNames, name: string): boolean {
  const verdict = names.judge(name);
  return verdict !== undefined && verdict !== 'safe' && verdict !== 'random';
}

const ELEMENT = /<([A-Za-z][\w:.-]{1,60})>(?:([^<]+)(?=<\/)|([^<]{1000,})$)/g;
/** A text that was cut has at least this length, even after other secrets in it are hidden. */
const MIN_CUT_LENGTH = MAX_SEARCHED_LENGTH / 2;

function hideElements(names: SecretNames, text: string, tell: HiddenListener): string {
  // A long value of a text that was cut may lack its closing tag.
  const mayBeCut = text.length >= MIN_CUT_LENGTH;
  return text.replace(ELEMENT, (match, name: string, value?: string) => {
    if (!isOfSecret(names, name) || value === HIDDEN) return match;
    if (value === undefined && !mayBeCut) return match;
    tell('name in text');
    return `<${name}>${HIDDEN}`;
  });
}
