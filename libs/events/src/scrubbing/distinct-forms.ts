import type { HidingRule } from '#shared';
import { HIDDEN, type HideInText } from './hidden.ts';

/**
 * Formats that only secrets have, so code is searched for them too. The match of a pattern with a
 * group counts only where the group is present. Such a pattern reads a long run once, not from each
 * of its words.
 */
const FORMS: readonly (readonly [rule: HidingRule, pattern: RegExp])[] = [
  // Three parts in base64url (RFC 7519), or five parts of an encrypted token. The first part begins
  // with `{"`.
  ['JSON Web Token', /\beyJ[\w-]{5,}(\.[\w-]{5,}(?:\.[\w-]*){0,3})?/g],
  ['AWS key', /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g],
  ['GitHub token', /\b(?:gh[opsru]_[A-Za-z\d]{20,}|github_pat_\w{20,})/g],
  ['Slack token', /\bxox[a-z](?:-[A-Za-z\d.]+){2,}|\bxapp(?:-[A-Za-z\d]+){3,}/g],
  ['Slack token', /(?<=\bhooks\.slack\.com\\?\/(?:services|workflows)\\?\/)[\w/\\]{10,}/g],
  ['Stripe key', /\b(?:[sr]k_(?:live|test)_[A-Za-z\d]{10,}|whsec_[A-Za-z\d+/=]{16,})/g],
  ['Google key', /\bAIza[\w-]{20,}/g],
  ['npm token', /\bnpm_[A-Za-z\d]{20,}/g],
  ['GitLab token', /\bglpat-[\w-]{10,}(?:\.[\w-]+){0,3}/g],
  ['OpenAI key', /\bsk-(?:proj|svcacct)-[\w-]{10,}/g],
  // Services of language models all begin so: `sk-ant-api03-…`, `sk-or-v1-…`. A run with digits in
  // two places, or a long one with a letter after a digit, tells a key from a name such as
  // `sk-learn-pipeline` or `sk-circle-12`.
  [
    'API key',
    /\bsk-(?=[\w-]{20})[\w-]{0,40}?(?<![A-Za-z\d])(?:(?=[A-Za-z\d]{20})(?=[A-Za-z]{0,80}\d+[A-Za-z])|(?=[A-Za-z\d]{16})(?=[A-Za-z]{0,80}\d+[A-Za-z]{1,80}\d))[\w-]+/g,
  ],
  ['API key', /\bsk-(?:\w{1,10}-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g],
  ['SendGrid key', /\bSG\.[\w-]{10,}\.[\w-]{10,}/g],
  ['Telegram token', /(?:(?<=\/bot)\d{5,12}:|\b\d{6,12}:(?=AA))[\w-]{20,}/g],
];

/**
 * Parts of these formats that are rare in other texts. Searching for a string is many times as fast
 * as searching for a pattern.
 */
const PARTS = ['-----BEGIN ', 'k.com', 'SG.', '/bot'];
/**
 * Prefixes that end before an underscore. `BEFORE_LAST` contains the second-to-last letter of each
 * prefix.
 */
const PREFIXES = 'gho ghp ghs ghr ghu github_pat k_live k_test whsec npm'.split(' ');
const BEFORE_LAST = 'havsep';

export function mayHaveDistinctForm(text: string): boolean {
  return (
    PARTS.some((part) => text.includes(part)) ||
    isAtAny(text, 'A', isOfCapitals) ||
    isAtAny(text, 'J', isOfWebToken) ||
    isAtAny(text, '-', isOfDashed) ||
    isAtAny(text, '_', hasPrefix)
  );
}

/**
 * Finds a rare character first, and checks the text around it. A regular expression takes ten times
 * as long, and a search for a common first letter three times as long.
 */
function isAtAny(text: string, sign: string, isAt: (text: string, at: number) => boolean): boolean {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    if (isAt(text, at)) return true;
  }
  return false;
}

function isOfCapitals(text: string, at: number): boolean {
  const next = text[at + 1];
  if (next === 'K' || next === 'S') return text.startsWith('IA', at + 2);
  return next === 'I' ? text.startsWith('za', at + 2) : next === 'A' && text[at - 1] === ':';
}

function isOfWebToken(text: string, at: number): boolean {
  return text[at - 1] === 'y';
}

function isOfDashed(text: string, at: number): boolean {
  const last = text[at - 1];
  if (last === 'k' && text[at - 2] === 's')
    return /^(?:(?:proj|svcacct)-|[\w-]{20})/.test(text.slice(at + 1, at + 21));
  if (last === 't' && text.startsWith('glpat', at - 5)) return true;
  return (
    text[at - 4] === 'x' && (text.startsWith('xox', at - 4) || text.startsWith('xapp', at - 4))
  );
}

function hasPrefix(text: string, at: number): boolean {
  return (
    BEFORE_LAST.includes(text[at - 2] ?? ' ') &&
    PREFIXES.some((prefix) => text.endsWith(prefix, at))
  );
}

export const hideDistinctForms: HideInText = (text, tell) => {
  if (!mayHaveDistinctForm(text)) return text;
  let left = hidePem(text, tell);
  for (const [rule, pattern] of FORMS) {
    left = left.replace(pattern, (match, rest?: string | number) => {
      // Without a group, the second argument is the place of the match.
      if (rest === undefined) return match;
      tell(rule);
      return HIDDEN;
    });
  }
  return left;
};

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const DASHES = '-----';
/**
 * Requires the beginning of a body, because code that reads PEM blocks contains only their first
 * line.
 */
const BEGIN_WITH_BODY = /-----BEGIN [^-\n]{1,60}-----(?:\s|\\+[nr]){0,20}[A-Za-z\d+/]{3}/y;

/**
 * Hides PEM blocks (RFC 7468), including their first and last lines. A block without its last line
 * extends to the end of the text.
 */
const hidePem: HideInText = (text, tell) => {
  let left = '';
  let from = 0;
  for (let at = text.indexOf(BEGIN); at !== -1; at = text.indexOf(BEGIN, Math.max(from, at + 1))) {
    BEGIN_WITH_BODY.lastIndex = at;
    if (!BEGIN_WITH_BODY.test(text)) continue;
    tell('PEM block');
    left += text.slice(from, at) + HIDDEN;
    const end = text.indexOf(END, at);
    const close = end === -1 ? -1 : text.indexOf(DASHES, end + END.length);
    from = close === -1 ? text.length : close + DASHES.length;
  }
  return from === 0 ? text : left + text.slice(from);
};
