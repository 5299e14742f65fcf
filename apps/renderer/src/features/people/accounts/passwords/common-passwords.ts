import { accountLimits } from '#shared';

/**
 * Loads, in lower case, the common passwords that are not too short for Errata. The source is the
 * list of 49,233 passwords in `@zxcvbn-ts/language-common` (MIT); 1,557 of these have ten
 * characters or more.
 *
 * The list is loaded only when the first password is chosen, because loading takes 30 ms and, for a
 * moment, 15 MB.
 */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].filter(
      (password) => password.length >= accountLimits.passwordMinLength,
    ),
  );
}
