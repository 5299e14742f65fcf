import { HIDDEN, type HideInText, type TellHidden } from '../hidden.ts';
import type { SecretNames } from '../secret-names.ts';
import { findValue, isPlaceholder } from './find-value.ts';

/** Between a name and its value. What compares is left to the loop. */
const MARK = /[=:]/g;

/**
 * Values that a text gives to the names of secrets: `password=x`, `pwd: 'x'`, `"token":"x"`, `{:secret=>"x"}`, `user[password]=x`,
 * `--api-key x`, `<password>x</password>`, at any place of the text.
 */
export function hideAssignments(names: SecretNames): HideInText {
  return (text, tell) => {
    const left = hideOptions(names, hideElements(names, text, tell), tell);
    return hideMarked(names, left, tell);
  };
}

function hideMarked(names: SecretNames, text: string, tell: TellHidden): string {
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

const OPTION = /(?<![\w-])(--?[A-Za-z][\w-]{1,60})( {1,3})(?![- ])(\S+)/g;

/** What a command line gives to options. */
function hideOptions(names: SecretNames, text: string, tell: TellHidden): string {
  if (!text.includes('--')) return text;
  return text.replace(OPTION, (match, option: string, blanks: string, value: string) => {
    const verdict = option.startsWith('--') ? names.judge(option) : undefined;
    if (verdict === undefined || verdict === 'safe' || isPlaceholder(value)) return match;
    tell('name in text');
    return `${option}${blanks}${HIDDEN}`;
  });
}

const ELEMENT = /<([A-Za-z][\w:.-]{1,60})>([^<]+)(?=<\/)/g;

/** What elements of XML hold. */
function hideElements(names: SecretNames, text: string, tell: TellHidden): string {
  if (!text.includes('</')) return text;
  return text.replace(ELEMENT, (match, name: string, value: string) => {
    const verdict = names.judge(name);
    if (verdict === undefined || verdict === 'safe' || value === HIDDEN) return match;
    tell('name in text');
    return `<${name}>${HIDDEN}`;
  });
}
