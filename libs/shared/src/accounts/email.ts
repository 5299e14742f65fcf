import { emailLength } from '../limits/account-limits.ts';

export interface Email {
  /** As it was given, without the white space around it. */
  readonly email: string;
  /** What addresses are compared by. */
  readonly key: string;
}

/** White space of any kind, and what cannot be seen or stored. */
const UNFIT = /[\s\p{Cc}\p{Cs}]/u;

/**
 * At most 254 characters, one @ with something on both sides, nothing blank: whether mail arrives there is
 * not to be learnt from its letters. Undefined for anything else.
 */
export function parseEmail(text: string): Email | undefined {
  const email = text.trim();
  if (email.length > emailLength || UNFIT.test(email)) return undefined;
  const [local, domain, ...rest] = email.split('@');
  if (!local || !domain || rest.length > 0) return undefined;
  return { email, key: email.normalize('NFC').toLowerCase() };
}
