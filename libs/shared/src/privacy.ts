/** Rule that hid a value. Stored with events, so a rule is added but never renamed. */
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

export interface HiddenValue {
  /**
   * Names from the event down, joined by dots. `[]` stands for each entry of a list:
   * `extra.users[].token`.
   */
  readonly path: string;
  readonly rule: HidingRule;
  readonly count: number;
}

export function countHidden({
  hidden = [],
  hiddenTotal,
}: {
  readonly hidden?: readonly HiddenValue[] | undefined;
  readonly hiddenTotal?: number | undefined;
}): number {
  return hiddenTotal ?? hidden.reduce((sum, { count }) => sum + count, 0);
}

/**
 * How network addresses of people are kept: without the last octet or 80 bits, whole, or not at
 * all.
 */
export const addressChoices = ['shorten', 'keep', 'drop'] as const;

export type AddressChoice = (typeof addressChoices)[number];

export interface PrivacyRules {
  /** Names whose values are secrets too: whole words, in any case and with any separator. */
  readonly secretNames: readonly string[];
  /** Names whose texts stay as they are, whatever rule would hide them. */
  readonly safeNames: readonly string[];
  /** Paths, as in `HiddenValue`, below which nothing is hidden. */
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
