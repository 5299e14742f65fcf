import { Injectable } from '@nestjs/common';
import { findPasswordFault } from '#product/people/accounts/rules';
import { accountLimits } from '#shared';
import type { ErrorCode } from '#shared';
import type { PasswordFault } from '#product/people/accounts/rules';

const CODES = {
  too_short: 'accounts.password_too_short',
  too_long: 'accounts.password_too_long',
  is_email: 'accounts.password_is_email',
  common: 'accounts.password_common',
} as const satisfies Record<PasswordFault, ErrorCode>;

export type PasswordCode = (typeof CODES)[PasswordFault];

@Injectable()
export class PasswordPolicy {
  #common: Promise<ReadonlySet<string>> | undefined;

  async findFault(password: string, emailKey: string): Promise<PasswordCode | undefined> {
    this.#common ??= loadCommonPasswords();
    const common = await this.#common;
    const fault = findPasswordFault(password, {
      emailKey,
      isCommon: (lowerCase) => common.has(lowerCase),
    });
    return fault && CODES[fault];
  }
}

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
