import { Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import { SessionStore } from '#product/people/accounts';
import type { Session } from '#product/people/accounts';
import { VouchedSessionStore } from '#product/projects/providers';
import type { Provider, VouchedSession } from '#product/projects/providers';
import { planCheck, toDueSinceMs } from '#product/projects/providers/rules';
import type { Profile } from '#product/projects/providers/rules';
import { Clock, isSameIssuer } from '#shared';
import type { Address } from '#shared';
import { ProviderSessions } from '../../../people/accounts/index.ts';
import type { Visit } from '../../../people/accounts/index.ts';
import { ProviderList } from '../provider-list.ts';
import { Leavers } from './leavers.ts';
import { OidcClient } from './oidc-client.ts';
import type { Completed } from './oidc-client.ts';
import { PendingProviderSignIns } from './pending-provider-sign-ins.ts';

/** Asks providers each day whether they still vouch for the sessions that they opened. */
@Injectable()
export class SessionChecks extends ProviderSessions implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Sign-in');
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly store: VouchedSessionStore,
    private readonly sessions: SessionStore,
    private readonly providers: ProviderList,
    private readonly client: OidcClient,
    private readonly flows: PendingProviderSignIns,
    private readonly leavers: Leavers,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** A refresh token that was replaced at the provider must still be stored. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  /** Must follow the start of a session. Without it, the session ends at its first request. */
  async begin(
    sessionId: number,
    provider: Provider,
    { issuer, subject, refreshToken }: Profile & { readonly refreshToken?: string | undefined },
  ): Promise<void> {
    const facts = { providerId: provider.id, issuer, subject, refreshToken };
    await this.store.add({ sessionId, ...facts, checkedAtMs: this.clock.nowMs() });
  }

  override async goesOn(session: Session): Promise<boolean> {
    if (session.provider === undefined) return true;
    const nowMs = this.clock.nowMs();
    const vouched = await this.store.find(session.id);
    const plan = vouched ? planCheck(vouched, nowMs) : 'end';
    if (!vouched || plan === 'end') return this.end(session);
    if (plan === 'none') return true;
    const dueSinceMs = toDueSinceMs(vouched, nowMs);
    if (dueSinceMs !== vouched.dueSinceMs) await this.store.note(vouched, { dueSinceMs });
    if (plan === 'ask' && vouched.refreshToken !== undefined) {
      const isOurs = await this.store.note(vouched, { triedAtMs: nowMs });
      if (isOurs) this.runAside(this.refresh(session, vouched, vouched.refreshToken));
    }
    return true;
  }

  override async findDetour(session: Session, visit: Visit): Promise<string | undefined> {
    const provider = await this.claimForBrowser(session);
    if (!provider) return undefined;
    const begun = await this.client.begin(provider, 'none');
    if (!begun.ok) return undefined;
    const { challenge, address } = begun;
    const to = visit.request.url as Address;
    this.flows.begin(visit, { provider: provider.slug, challenge, to, sessionId: session.id });
    return address;
  }

  override async needsDocument(session: Session, visit: Visit): Promise<boolean> {
    const vouched = await this.findForBrowser(session);
    const isNeeded = vouched !== undefined && (await this.findProvider(vouched)) !== undefined;
    if (isNeeded) this.flows.expectDocument(visit);
    return isNeeded;
  }

  override isNeeded(request: Request): boolean {
    return this.flows.expectsDocument(request);
  }

  override async postponeDetour(session: Session): Promise<void> {
    await this.claimForBrowser(session);
  }

  /**
   * Takes what the provider told the browser. Returns false when it ended the session: by a
   * refusal, or because the browser is signed in there as nobody or somebody else. Any other failure
   * leaves the session its grace.
   */
  async settle(session: Session, completed: Completed): Promise<boolean> {
    const vouched = await this.store.find(session.id);
    if (!vouched) return this.end(session);
    if (!completed.ok) {
      // The person may merely have signed out there.
      if (completed.refusal === 'login_required') return this.end(session);
      return completed.refusal === 'access_denied' ? this.refuse(session, vouched) : true;
    }
    const { profile, refreshToken } = completed;
    const isSame = profile.subject === vouched.subject && profile.issuer === vouched.issuer;
    if (!isSame) return this.end(session);
    await this.renew(session, refreshToken);
    return true;
  }

  /** Returns the provider that the browser must ask now, once for all requests and replicas. */
  private async claimForBrowser(session: Session): Promise<Provider | undefined> {
    const vouched = await this.findForBrowser(session);
    const isOurs = vouched && (await this.store.note(vouched, { triedAtMs: this.clock.nowMs() }));
    return isOurs ? this.findProvider(vouched) : undefined;
  }

  private async findForBrowser({ id, provider }: Session): Promise<VouchedSession | undefined> {
    const vouched = provider === undefined ? undefined : await this.store.find(id);
    if (!vouched || vouched.refreshToken !== undefined) return undefined;
    return planCheck(vouched, this.clock.nowMs()) === 'ask' ? vouched : undefined;
  }

  private async refresh(session: Session, vouched: VouchedSession, token: string): Promise<void> {
    const provider = await this.findProvider(vouched);
    if (!provider) return;
    const refreshed = await this.client.refresh(provider, vouched.subject, token);
    if (refreshed.kind === 'refused') await this.refuse(session, vouched);
    if (refreshed.kind === 'vouched') await this.renew(session, refreshed.refreshToken);
  }

  private async renew({ id }: Session, refreshToken: string | undefined): Promise<void> {
    const checkedAtMs = this.clock.nowMs();
    await this.store.renew({ sessionId: id, refreshToken, checkedAtMs });
  }

  /** Returns undefined when the provider was removed, or is now another one. */
  private async findProvider({
    providerId,
    issuer,
  }: VouchedSession): Promise<Provider | undefined> {
    const provider = await this.providers.findById(providerId);
    return provider && isSameIssuer(provider.issuer, issuer) ? provider : undefined;
  }

  private async refuse(session: Session, vouched: VouchedSession): Promise<false> {
    await this.leavers.withdrawTokens(session, vouched);
    return this.end(session);
  }

  private async end({ id, userId, provider }: Session): Promise<false> {
    await this.sessions.end(userId, id);
    this.logger.log(`A session of user ${userId} has ended: ${provider} no longer vouches for it.`);
    return false;
  }

  private runAside(work: Promise<void>): void {
    const run = work
      .catch((error: unknown) => this.logger.warn('A session could not be checked.', error))
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }
}
