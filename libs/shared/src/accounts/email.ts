import { emailLength } from '../limits/account-limits.ts';

export interface Email {
  readonly email: string;
  /** Form by which addresses are compared. */
  readonly key: string;
}

/** White space, control characters and lone surrogates, which cannot be seen or stored. */
const UNFIT = /[\s\p{Cc}\p{Cs}]/u;

/**
 * Accepts at most 254 characters with one @ and something on both sides, because only a mail can
 * show whether mail arrives. Returns undefined for anything else.
 */
export function parseEmail(text: string): Email | undefined {
  const email = text.trim();
  if (email.length > emailLength || UNFIT.test(email)) return undefined;
  const [local, domain, ...rest] = email.split('@');
  if (!local || !domain || rest.length > 0) return undefined;
  return { email, key: email.normalize('NFC').toLowerCase() };
}
