import { accountLimits } from '#shared';

const { passwordMaxLength, passwordMinLength } = accountLimits;

export type PasswordFault = 'too_short' | 'too_long' | 'is_email' | 'common';

/**
 * One password, one text: the same letters typed on another system may be composed differently
 * (NIST SP 800-63B-4, 3.1.1.2). Everything that measures, compares or hashes a password takes this form.
 */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Why `password` cannot be one: 10 to 256 characters (code points), not the email, not one of the
 * commonest. No rule asks for digits or signs: they make passwords alike, not strong.
 * `isCommon` is asked in lower case; the list it knows stays on the server.
 */
export function findPasswordFault(
  password: string,
  { emailKey, isCommon }: { emailKey: string; isCommon: (lowerCase: string) => boolean },
): PasswordFault | undefined {
  const normal = normalisePassword(password);
  const characters = Array.from(normal).length;
  if (characters < passwordMinLength) return 'too_short';
  if (characters > passwordMaxLength) return 'too_long';
  const lowerCase = normal.toLowerCase();
  if (lowerCase.trim() === normalisePassword(emailKey)) return 'is_email';
  return isCommon(lowerCase) ? 'common' : undefined;
}
