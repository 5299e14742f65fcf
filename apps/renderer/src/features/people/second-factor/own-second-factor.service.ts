import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import type { Session, User } from '#product/people/accounts';
import { SecondFactorStore } from '#product/people/second-factor';
import { Clock } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { SignInLimiter } from '../accounts/index.ts';
import type { FactorResult } from '../accounts/index.ts';
import { createAppSecret, describeApp, findStep } from './app-code.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.ts';
import type { PendingApp } from './second-factor.dto.ts';
import { toQrPath } from './qr-path.ts';

type Refused = Extract<FactorResult, { ok: false }>;

/** An app is set up within this time after its key was made. */
const PENDING_MS = 10 * 60_000;

@Injectable()
export class OwnSecondFactor {
  constructor(
    private readonly store: SecondFactorStore,
    private readonly limiter: SignInLimiter,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async describe(user: User) {
    const { isAppPending, ...state } = await this.store.describe(user.id);
    const pending = isAppPending ? await this.describePending(user) : undefined;
    return { ...state, pending };
  }

  /** Returns false when the person already uses an app. */
  begin(userId: number): Promise<boolean> {
    return this.store.beginApp(userId, createAppSecret(), this.clock.nowMs());
  }

  /**
   * Enables the app once its first code is right, and ends all other sessions. Returns the recovery
   * codes, which cannot be read again.
   */
  async finish(
    { user: { id }, session }: { readonly user: User; readonly session: Session },
    code: string,
    tell?: JoinedWrite,
  ): Promise<{ readonly ok: true; readonly codes: readonly string[] } | Refused> {
    const taken = await this.limiter.takeOfUser(id, 'second factor');
    if (!taken.ok) return taken;
    const nowMs = this.clock.nowMs();
    const app = await this.findPending(id);
    const step = app && findStep(app.secret, code, nowMs);
    if (!app || step === undefined) return { ok: false, code: 'accounts.wrong_code' };
    await this.limiter.succeededOfUser(id, 'second factor');
    const codes = createRecoveryCodes();
    const hashes = codes.map((each) => hashRecoveryCode(each)!);
    const { seal } = app;
    const finish = { seal, step, hashes, keptSessionId: session.id, nowMs };
    // `finishApp` returns false when another tab has finished first, with another secret or other
    // recovery codes.
    if (!(await this.store.finishApp(id, finish, tell)))
      return { ok: false, code: 'accounts.wrong_code' };
    return { ok: true, codes };
  }

  async makeCodes(userId: number, tell: JoinedWrite): Promise<readonly string[]> {
    const codes = createRecoveryCodes();
    const hashes = codes.map((each) => hashRecoveryCode(each)!);
    await this.store.replaceRecoveryCodes(userId, hashes, tell);
    return codes;
  }

  remove(userId: number, tell?: JoinedWrite): Promise<boolean> {
    return this.store.remove(userId, { tell });
  }

  /** An older key may be one that somebody else has begun and noted. */
  private findPending(userId: number) {
    const sinceMs = this.clock.nowMs() - PENDING_MS;
    return this.store.findApp(userId, { isPending: true, sinceMs });
  }

  private async describePending(user: User): Promise<PendingApp | undefined> {
    const app = await this.findPending(user.id);
    if (!app) return undefined;
    const { secret } = app;
    const { host } = new URL(this.config.publicUrl);
    const address = describeApp(secret, { email: user.email, host });
    return { secret: secret.replaceAll(/.{4}(?=.)/g, '$& '), address, qr: toQrPath(address) };
  }
}
