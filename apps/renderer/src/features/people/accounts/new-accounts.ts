import { Injectable } from '@nestjs/common';
import type { NewUser } from '#product/people/accounts';
import { accountLimits, parseNewEmail } from '#shared';
import { PasswordHasher } from './hashing/password-hasher.ts';
import { PasswordPolicy } from './passwords/password-policy.ts';
import type { PasswordCode } from './passwords/password-policy.ts';

export interface AccountDetails {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

export type AccountCode = 'accounts.email_invalid' | 'accounts.name_too_long' | PasswordCode;

@Injectable()
export class NewAccounts {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly policy: PasswordPolicy,
  ) {}

  /**
   * Hashes the password last, because hashing is expensive. Nobody looks before for an account with
   * this email, because the time of the answer would then tell whether there is one.
   */
  async prepare(
    details: AccountDetails,
  ): Promise<{ ok: true; user: NewUser } | { ok: false; code: AccountCode }> {
    const email = parseNewEmail(details.email);
    if (!email) return { ok: false, code: 'accounts.email_invalid' };
    const name = details.name?.trim() ?? '';
    if (name.length > accountLimits.nameLength) {
      return { ok: false, code: 'accounts.name_too_long' };
    }
    const code = await this.policy.findFault(details.password, email.key);
    if (code) return { ok: false, code };
    const user = {
      email: email.email,
      emailKey: email.key,
      name: name === '' ? undefined : name,
      passwordHash: await this.hasher.hash(details.password, { isStranger: true }),
    };
    return { ok: true, user };
  }
}
