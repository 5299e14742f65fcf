import { emailLength } from '../limits/account-limits.ts';

export interface Email {
  readonly email: string;
  /** Normalised email address, for comparing addresses. */
  readonly key: string;
}

const UNFIT = /[\s\p{Cc}\p{Cs}]/u;
/** Characters that nobody sees. Some scripts need the two joiners to write a word. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Accepts any text of at most 254 characters with one @ and something on both sides, because only
 * sending a mail shows whether an address exists. Returns undefined for anything else.
 */
export function parseEmail(text: string): Email | undefined {
  const email = text.trim();
  if (email.length > emailLength || UNFIT.test(email)) return undefined;
  const [local, domain, ...rest] = email.split('@');
  if (!local || !domain || rest.length > 0) return undefined;
  return { email, key: email.normalize('NFC').toLowerCase() };
}

/**
 * Parses an address that Errata takes in: for an account or an invitation. Also refuses characters
 * that nobody sees, because two such addresses look like one.
 */
export function parseNewEmail(text: string): Email | undefined {
  const email = parseEmail(text);
  return email && !UNSEEN.test(email.email) ? email : undefined;
}
