import { defaultPrivacy, type PrivacyRules } from '#shared';
import { hideAssignments } from './assignments/hide-assignments.ts';
import { hideInInserts, mayHaveInsert } from './assignments/hide-in-inserts.ts';
import { hasCardNumber, hideCardNumbers } from './card-numbers.ts';
import {
  hideCredentials,
  hideUserInfo,
  mayHaveCredentials,
  mayHaveUserInfo,
} from './credentials.ts';
import { hideDistinctForms, mayHaveDistinctForm } from './distinct-forms.ts';
import { hideEncoded, mayBeEncoded } from './encoded-texts.ts';
import type { HideInText, HiddenListener } from './hidden.ts';
import { HIDDEN } from './hidden.ts';
import { hideInCode, hideKeyLines, mayHaveKeyLine } from './hide-in-code.ts';
import { hideInCommands, mayHaveCommand } from './hide-in-commands.ts';
import { SecretNames } from './secret-names.ts';

const MAIL =
  /(?<![\w.+%-])[\w+%-][\w.+%-]{0,63}@(?:[A-Za-z\d-]{1,63}\.){1,8}[A-Za-z][A-Za-z\d-]{1,62}/g;

const hideMail: HideInText = (text, tell) =>
  text.replace(MAIL, () => {
    tell('mail address');
    return HIDDEN;
  });

const IBAN = /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?!\w)/g;
const MIN_IBAN_LENGTH = 15;

/** Recognises bank account numbers (ISO 13616) by their format and check digits. */
const hideIban: HideInText = (text, tell) =>
  text.replace(IBAN, (match) => {
    if (!isIban(match.replaceAll(' ', ''))) return match;
    tell('IBAN');
    return HIDDEN;
  });

function isIban(account: string): boolean {
  if (account.length < MIN_IBAN_LENGTH) return false;
  let rest = 0;
  for (const sign of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/**
 * Matches the value of a field in a CSS selector, as SDKs describe the element of a click. The
 * other attributes of the field may stand before it.
 */
const FIELD =
  /(?<![\w-])((?:input|textarea)(?:[#.:][^\s#.:[\]>"']{1,60}){0,10}(?:\[[\w-]{1,40}=(?:\\?"[^"\n]{0,100}"|'[^'\n]{0,100}'|[^\]\s"']{0,100})\]){0,10}\[value=(\\?["']|(?!["'\\])))((?:(?!\2\])[^\n]){1,2000})/g;
/** Values of these fields are labels and choices. */
const CHOICE = /\[type=\\?["']?(?:button|checkbox|image|radio|reset|submit)\b/;

function mayHaveSelector(texts: string): boolean {
  return texts.includes('[value=');
}

/** Hides what people typed into a field: `input[name="pin"][value="x"]`. */
const hideInSelectors: HideInText = (text, tell) => {
  if (!mayHaveSelector(text)) return text;
  return text.replace(FIELD, (match, before: string, _: string, value: string) => {
    if (value === HIDDEN || CHOICE.test(before)) return match;
    tell('name in text');
    return before + HIDDEN;
  });
};

interface TextRule {
  /** Checks many joined texts quickly. False guarantees that `hide` changes none of them. */
  readonly mayHide: (texts: string) => boolean;
  readonly hide: HideInText;
}

/** Every secret name matches one of these patterns. */
const STEMS = [
  'pass|pwd|secret|token|auth|cred|cooki|csrf|xsrf|jwt|bearer|api.?key|sess|sid|pin|otp|cv[cv]|iban|card',
  '(?:access|account|encryption|license|private|service|shared|signing|ssh).?key',
  'security.?code|connection.?string|client.?cert|signature|\\bsig\\b|code|\\bstate\\b',
];

/**
 * Matches characters between a name and its value, also in XML. Does not match the colon of
 * `https://`.
 */
const MARK = /[=>]|:(?!\/)|["'`],/g;
/** Maximum distance, in characters, from the beginning of a name to its mark. */
const MAX_BEFORE = 110;

function mayAssign(names: SecretNames): (texts: string) => boolean {
  const stem = new RegExp([...STEMS, ...names.ownWords].join('|'), 'i');
  const hasStem = (text: string) => stem.test(text);
  return (texts) => {
    MARK.lastIndex = 0;
    while (MARK.test(texts)) {
      if (hasStem(texts.slice(Math.max(0, MARK.lastIndex - MAX_BEFORE), MARK.lastIndex)))
        return true;
    }
    return texts.includes('--') && hasStem(texts);
  };
}

export class TextRules {
  readonly names: SecretNames;
  private readonly rules: readonly TextRule[];
  private readonly codeRules: readonly TextRule[];

  constructor(privacy: Omit<PrivacyRules, 'addresses' | 'openPaths'> = defaultPrivacy) {
    this.names = new SecretNames(privacy);
    const anywhere: TextRule[] = [
      { mayHide: mayHaveDistinctForm, hide: hideDistinctForms },
      { mayHide: mayHaveUserInfo, hide: hideUserInfo },
      { mayHide: mayHaveCommand, hide: hideInCommands },
      { mayHide: hasCardNumber, hide: hideCardNumbers },
    ];
    const inLiterals: TextRule[] = [
      { mayHide: mayHaveCredentials, hide: hideCredentials },
      { mayHide: mayAssign(this.names), hide: hideAssignments(this.names) },
      { mayHide: mayHaveInsert, hide: hideInInserts(this.names) },
      { mayHide: mayBeEncoded, hide: hideEncoded((text, tell) => this.hideIn(text, tell)) },
    ];
    const hideLiterals = hideInCode(this.names, (literal) => choose(inLiterals, literal));
    const hasSecretLiteral = (code: string) => hideLiterals(code, () => undefined) !== code;
    this.codeRules = [
      ...anywhere,
      { mayHide: mayHaveKeyLine, hide: hideKeyLines },
      { mayHide: hasSecretLiteral, hide: hideLiterals },
    ];
    this.rules = [
      ...anywhere,
      ...inLiterals,
      { mayHide: mayHaveSelector, hide: hideInSelectors },
      ...(privacy.hidesIban ? [{ mayHide: () => true, hide: hideIban }] : []),
      ...(privacy.hidesMail
        ? [{ mayHide: (texts: string) => texts.includes('@'), hide: hideMail }]
        : []),
    ];
  }

  /**
   * Returns a function that hides secrets in each of the joined `texts`; undefined when none of
   * them can contain a secret.
   */
  choose(texts: string): HideInText | undefined {
    return choose(this.rules, texts);
  }

  /**
   * Like `choose`, for lines of code: hides secrets in literals, and secrets that their format
   * reveals.
   */
  chooseInCode(texts: string): HideInText | undefined {
    return choose(this.codeRules, texts);
  }

  hideIn(text: string, tell: HiddenListener = () => undefined): string {
    return this.choose(text)?.(text, tell) ?? text;
  }
}

function choose(rules: readonly TextRule[], texts: string): HideInText | undefined {
  const chosen = rules.filter(({ mayHide }) => mayHide(texts));
  if (chosen.length === 0) return undefined;
  return (text, tell) => chosen.reduce((left, { hide }) => hide(left, tell), text);
}
