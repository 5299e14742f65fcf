import { defaultPrivacy, type PrivacyRules } from '#shared';
import { hideAssignments } from './assignments/hide-assignments.ts';
import { hasCardNumber, hideCardNumbers } from './card-numbers.ts';
import {
  hideCredentials,
  hideOfCurl,
  mayBeOfCurl,
  hideUserInfo,
  mayHaveCredentials,
  mayHaveUserInfo,
} from './credentials.ts';
import { hideDistinctForms, mayHaveDistinctForm } from './distinct-forms.ts';
import { hideEncoded, mayBeEncoded } from './encoded-texts.ts';
import type { HideInText, TellHidden } from './hidden.ts';
import { hideInCode, hideKeyLines, mayHaveKeyLine } from './hide-in-code.ts';
import { hideIban, hideMail } from './people.ts';
import { SecretNames } from './secret-names.ts';

interface TextRule {
  /** A quick look, at many texts at once: false where the rule would hide nothing in any of them. */
  readonly mayHide: (texts: string) => boolean;
  readonly hide: HideInText;
}

/** A part of every name of a secret, whatever else is in that name. */
const STEMS = [
  'pass|pwd|secret|token|auth|cred|cooki|csrf|xsrf|jwt|bearer|api.?key|sess|sid|pin|otp|cv[cv]|iban|card',
  '(?:access|account|encryption|license|private|service|shared|signing|ssh).?key',
  'security.?code|connection.?string|signature|\\bsig\\b|code',
];

/** What stands after a name that is given a value, in an element too; not what stands after the scheme of an address. */
const MARK = /[=>]|:(?!\/)|["'`],/g;
/** How far before it the name may begin. */
const MAX_BEFORE = 110;

/** Whether a name of secrets may be given a value: one look at many texts. */
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

/** What texts are looked through for, by the rules of one project. */
export class TextRules {
  readonly names: SecretNames;
  private readonly rules: readonly TextRule[];
  private readonly codeRules: readonly TextRule[];

  constructor(privacy: Omit<PrivacyRules, 'addresses' | 'openPaths'> = defaultPrivacy) {
    this.names = new SecretNames(privacy);
    const anywhere: TextRule[] = [
      { mayHide: mayHaveDistinctForm, hide: hideDistinctForms },
      { mayHide: mayHaveUserInfo, hide: hideUserInfo },
      { mayHide: mayBeOfCurl, hide: hideOfCurl },
      { mayHide: hasCardNumber, hide: hideCardNumbers },
    ];
    const inLiterals: TextRule[] = [
      { mayHide: mayHaveCredentials, hide: hideCredentials },
      { mayHide: mayAssign(this.names), hide: hideAssignments(this.names) },
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
      ...(privacy.hidesIban ? [{ mayHide: () => true, hide: hideIban }] : []),
      ...(privacy.hidesMail
        ? [{ mayHide: (texts: string) => texts.includes('@'), hide: hideMail }]
        : []),
    ];
  }

  /** What hides in texts of which `texts` are all, joined; undefined where there is nothing to hide. */
  choose(texts: string): HideInText | undefined {
    return choose(this.rules, texts);
  }

  /** The same of code: what its literals hold, and what needs no name to tell it. */
  chooseInCode(texts: string): HideInText | undefined {
    return choose(this.codeRules, texts);
  }

  hideIn(text: string, tell: TellHidden = () => undefined): string {
    return this.choose(text)?.(text, tell) ?? text;
  }
}

function choose(rules: readonly TextRule[], texts: string): HideInText | undefined {
  const chosen = rules.filter(({ mayHide }) => mayHide(texts));
  if (chosen.length === 0) return undefined;
  return (text, tell) => chosen.reduce((left, { hide }) => hide(left, tell), text);
}
