import { accountLimits } from '#shared';

/**
 * Loads the common passwords that are long enough for Errata, in lower case.
 * `@zxcvbn-ts/language-common` (MIT) lists 49,233 passwords, and 1,557 of these have ten characters
 * or more.
 *
 * Loading takes 30 ms and, for a moment, 15 MB. The caller therefore loads the list only when the
 * first password is chosen.
 */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].filter(
      (password) => password.length >= accountLimits.passwordMinLength,
    ),
  );
}
