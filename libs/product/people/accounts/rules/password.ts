import { accountLimits } from '#shared';

const { passwordMaxLength, passwordMinLength } = accountLimits;

export type PasswordFault = 'too_short' | 'too_long' | 'is_email' | 'common';

/**
 * Normalises a password to NFKC, because systems encode the same typed letters differently (NIST SP
 * 800-63B-4, 3.1.1.2). Every measurement, comparison and hash of a password uses this form.
 */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Returns why `password` is refused: shorter than 10 or longer than 256 code points, equal to the
 * email, or very common. No rule demands digits or signs, because such rules make passwords alike
 * instead of strong.
 *
 * `isCommon` receives the password in lower case. Only the server has the list of common passwords.
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
