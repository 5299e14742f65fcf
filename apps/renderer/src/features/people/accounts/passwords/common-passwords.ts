import { accountLimits } from '#shared';

/**
 * The commonest passwords that are long enough to be one here, in lower case. They come from the list of
 * 49,233 that @zxcvbn-ts/language-common (MIT) keeps, a superset of the 10,000 commonest: 145 of the first
 * 10,000 have ten characters, 1,557 of all. Loaded when the first password is chosen: reading the list
 * takes 30 ms and 15 MB, which come back.
 */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].filter(
      (password) => password.length >= accountLimits.passwordMinLength,
    ),
  );
}
