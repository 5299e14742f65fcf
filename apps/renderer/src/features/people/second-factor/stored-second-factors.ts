import { Injectable } from '@nestjs/common';
import type { User } from '#product/people/accounts';
import { SecondFactorStore } from '#product/people/second-factor';
import { toGraceEndMs } from '#product/people/second-factor/rules';
import type { SecondFactorKind } from '#product/people/accounts/rules';
import { Clock } from '#shared';
import { SecondFactors, SignInLimiter } from '../accounts/index.ts';
import type { FactorResult } from '../accounts/index.ts';
import { findStep } from './app-code.ts';
import { hashRecoveryCode } from './recovery-code.ts';
import { Passkeys } from './passkeys.ts';
import { SecondFactorRule } from './second-factor-rule.ts';

const WHAT = 'second factor';

/** Wrong codes are limited in the same way as wrong passwords. */
@Injectable()
export class StoredSecondFactors extends SecondFactors {
  constructor(
    private readonly store: SecondFactorStore,
    private readonly rule: SecondFactorRule,
    private readonly passkeys: Passkeys,
    private readonly limiter: SignInLimiter,
    private readonly clock: Clock,
  ) {
    super();
  }

  override has(userId: number): Promise<boolean> {
    return this.store.has(userId);
  }

  override async check(userId: number, code: string): Promise<FactorResult> {
    const taken = await this.limiter.takeOfUser(userId, WHAT);
    if (!taken.ok) return taken;
    const kind = await this.take(userId, code);
    if (!kind) return { ok: false, code: 'accounts.wrong_code' };
    await this.limiter.succeededOfUser(userId, WHAT);
    return { ok: true, kind };
  }

  override askForPasskey(userId: number): Promise<object | undefined> {
    return this.passkeys.describeRequest(userId);
  }

  /** Attempts are not limited, because nobody can guess a passkey's answer. */
  override async checkPasskey(userId: number, answer: string): Promise<FactorResult> {
    const isRight = await this.passkeys.check(userId, answer);
    return isRight ? { ok: true, kind: 'passkey' } : { ok: false, code: 'accounts.wrong_passkey' };
  }

  override async findDeadlineMs({ createdAtMs }: User): Promise<number | undefined> {
    const sinceMs = await this.rule.findSinceMs();
    return sinceMs === undefined ? undefined : toGraceEndMs(sinceMs, createdAtMs);
  }

  private async take(userId: number, code: string): Promise<SecondFactorKind | undefined> {
    const hash = hashRecoveryCode(code);
    if (hash !== undefined) {
      return (await this.store.takeRecoveryCode(userId, hash)) ? 'recovery' : undefined;
    }
    const app = await this.store.findApp(userId, { isPending: false });
    const step = app && findStep(app.secret, code, this.clock.nowMs());
    if (step === undefined) return undefined;
    return (await this.store.takeStep(userId, step)) ? 'app' : undefined;
  }
}
