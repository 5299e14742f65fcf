import { Injectable } from '@nestjs/common';
import { findPasswordFault } from '#product/people/accounts/rules';
import type { ErrorCode } from '#shared';
import type { PasswordFault } from '#product/people/accounts/rules';
import { loadCommonPasswords } from './common-passwords.ts';

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
