/** Rule that hid a value. Events store these names, so rules may be added but never renamed. */
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
  | 'API key'
  | 'SendGrid key'
  | 'Telegram token'
  | 'base64'
  | 'IBAN'
  | 'mail address'
  | 'network address';

export interface HiddenValue {
  /**
   * Path of the value within the event, as names joined by dots. `[]` means every entry of a list:
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
 * Choices for network addresses of people. `shorten` removes the last octet of IPv4 or the last 80
 * bits of IPv6. `keep` stores addresses in full, and `drop` removes them.
 */
export const addressChoices = ['shorten', 'keep', 'drop'] as const;

export type AddressChoice = (typeof addressChoices)[number];

export interface PrivacyRules {
  /**
   * Further names of fields whose values are secret. Whole words are compared, in any case and with
   * any separator.
   */
  readonly secretNames: readonly string[];
  /** Names of fields whose texts are never hidden, even when a rule would hide them. */
  readonly safeNames: readonly string[];
  /** Paths in the form of `HiddenValue.path`. Nothing below them is hidden. */
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
