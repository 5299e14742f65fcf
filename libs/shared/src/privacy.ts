/** By which rule a value of an event was hidden. Stored with events: a rule is added, never renamed. */
export type HidingRule =
  | 'name of field'
  | 'cookie'
  | 'body'
  | 'name in text'
  | 'credentials'
  | 'JSON Web Token'
  | 'PEM block'
  | 'user info'
  | 'card number'
  | 'AWS key'
  | 'GitHub token'
  | 'Slack token'
  | 'Stripe key'
  | 'Google key'
  | 'npm token'
  | 'GitLab token'
  | 'OpenAI key'
  | 'SendGrid key'
  | 'Telegram token'
  | 'base64'
  | 'IBAN'
  | 'mail address'
  | 'network address';

/** Values that one rule hid at one place of an event. */
export interface HiddenValue {
  /** Names from the event down, joined by dots; `[]` stands for each entry of a list: `extra.users[].token`. */
  readonly path: string;
  readonly rule: HidingRule;
  readonly count: number;
}

/** How many values of an event were hidden, listed or not. */
export function countHidden({
  hidden = [],
  hiddenTotal,
}: {
  readonly hidden?: readonly HiddenValue[] | undefined;
  readonly hiddenTotal?: number | undefined;
}): number {
  return hiddenTotal ?? hidden.reduce((sum, { count }) => sum + count, 0);
}

/** What is kept of the network addresses of people: without the last octet or 80 bits, whole, or nothing. */
export const addressChoices = ['shorten', 'keep', 'drop'] as const;

export type AddressChoice = (typeof addressChoices)[number];

/** What a project hides of its events, beside what is hidden everywhere. */
export interface PrivacyRules {
  /** Names whose values are secrets, too: whole words in any case and separator. */
  readonly secretNames: readonly string[];
  /** Names whose texts are left as they are, whatever rule would hide them. */
  readonly safeNames: readonly string[];
  /** Below these paths, as `HiddenValue` has them, nothing is hidden. */
  readonly openPaths: readonly string[];
  readonly hidesMail: boolean;
  readonly hidesIban: boolean;
  readonly addresses: AddressChoice;
}

export const defaultPrivacy: PrivacyRules = {
  secretNames: [],
  safeNames: [],
  openPaths: [],
  hidesMail: false,
  hidesIban: false,
  addresses: 'shorten',
};
