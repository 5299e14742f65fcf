import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import type { SecondFactorKind } from '#product/people/accounts/rules';
import { OwnPassword, SecondFactors } from '../../../people/accounts/index.ts';
import type { FactorResult } from '../../../people/accounts/index.ts';

type Proof =
  | { readonly ok: true; readonly user: User; readonly kind?: SecondFactorKind }
  | Extract<FactorResult, { ok: false }>
  | {
      readonly ok: false;
      readonly code: 'accounts.wrong_password' | 'accounts.second_factor_needed';
    };

@Injectable()
export class AccountProof {
  constructor(
    private readonly users: UserStore,
    private readonly passwords: OwnPassword,
    private readonly secondFactors: SecondFactors,
  ) {}

  /** Returns undefined when the account is not active. */
  async describe(userId: number): Promise<{ email: string; needsCode: boolean } | undefined> {
    const user = await this.users.find(userId);
    if (user?.state !== 'active') return undefined;
    return { email: user.email, needsCode: await this.secondFactors.has(userId) };
  }

  async check(
    userId: number,
    { password, code }: { readonly password: string; readonly code?: string | undefined },
  ): Promise<Proof> {
    const found = await this.passwords.check(userId, password);
    if (!found.ok) return found;
    if (!(await this.secondFactors.has(userId))) return { ok: true, user: found.user };
    if (!code) return { ok: false, code: 'accounts.second_factor_needed' };
    const proved = await this.secondFactors.check(userId, code);
    return proved.ok ? { ok: true, user: found.user, kind: proved.kind } : proved;
  }
}
