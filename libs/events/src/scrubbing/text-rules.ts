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
import { hideInCode, hideKeyLines, mayHaveKeyLine } from './hide-in-code.ts';
import { hideInCommands, mayHaveCommand } from './hide-in-commands.ts';
import { hideInSelectors, mayHaveSelector } from './hide-in-selectors.ts';
import { hideIban, hideMail } from './people.ts';
import { SecretNames } from './secret-names.ts';

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
