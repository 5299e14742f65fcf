import { defaultPrivacy, type PrivacyRules } from '#shared';
import { hideAssignments } from './assignments/hide-assignments.ts';
import { hasCardNumber, hideCardNumbers } from './card-numbers.ts';
import { hideCredentials, hideUserInfo, mayHaveUserInfo } from './credentials.ts';
import { hideDistinctForms, mayHaveDistinctForm } from './distinct-forms.ts';
import type { HideInText, TellHidden } from './hidden.ts';
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
  'security.?code|connection.?string|signature',
];

/** What stands after a name that is given a value, in an element too; not what stands after the scheme of an address. */
const MARK = /[=>]|:(?!\/)/g;
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

  constructor(privacy: Omit<PrivacyRules, 'addresses' | 'openPaths'> = defaultPrivacy) {
    this.names = new SecretNames(privacy);
    this.rules = [
      { mayHide: mayHaveDistinctForm, hide: hideDistinctForms },
      { mayHide: mayHaveUserInfo, hide: hideUserInfo },
      { mayHide: (texts) => /(?:bearer|basic)\s/i.test(texts), hide: hideCredentials },
      { mayHide: mayAssign(this.names), hide: hideAssignments(this.names) },
      { mayHide: hasCardNumber, hide: hideCardNumbers },
      ...(privacy.hidesIban ? [{ mayHide: () => true, hide: hideIban }] : []),
      ...(privacy.hidesMail
        ? [{ mayHide: (texts: string) => texts.includes('@'), hide: hideMail }]
        : []),
    ];
  }

  /** What hides in texts of which `texts` are all, joined; undefined where there is nothing to hide. */
  choose(texts: string): HideInText | undefined {
    const chosen = this.rules.filter(({ mayHide }) => mayHide(texts));
    if (chosen.length === 0) return undefined;
    return (text, tell) => chosen.reduce((left, { hide }) => hide(left, tell), text);
  }

  /** The same of code, where names and values are those of programs. */
  chooseInCode(texts: string): HideInText | undefined {
    return mayHaveDistinctForm(texts) ? hideDistinctForms : undefined;
  }

  hideIn(text: string, tell: TellHidden = () => undefined): string {
    return this.choose(text)?.(text, tell) ?? text;
  }
}
