import { emailLength } from '../limits/account-limits.ts';

export interface Email {
  readonly email: string;
  /** Normalised email address, for comparing addresses. */
  readonly key: string;
}

const UNFIT = /[\s\p{Cc}\p{Cs}]/u;

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
