import { createHmac, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { User } from '#product/people/accounts';
import { PasskeyStore } from '#product/people/second-factor';
import type { BegunFactor, Passkey } from '#product/people/second-factor';
import { accountLimits, Clock } from '#shared';
import { AccountsOptions, isSameToken } from '../accounts/index.ts';

type Purpose = 'new passkey' | 'passkey';

const NONCE_BYTES = 16;

/**
 * Creates and checks passkeys as a second factor (WebAuthn Level 2). Challenges are signed, not
 * stored. Each contains its purpose, person and expiry, and is accepted once.
 */
@Injectable()
export class Passkeys {
  private readonly logger = new Logger('Sign-in');

  constructor(
    private readonly store: PasskeyStore,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  list(userId: number): Promise<Passkey[]> {
    return this.store.list(userId);
  }

  /** Returns the options for creating a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
  async describeNew({ id, email, name }: User): Promise<object> {
    const present = await this.store.list(id);
    return generateRegistrationOptions({
      rpName: 'Errata',
      rpID: this.host,
      userName: email,
      userDisplayName: name ?? email,
      userID: Buffer.from(String(id)),
      challenge: this.createChallenge('new passkey', id),
      attestationType: 'none',
      excludeCredentials: present.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
  }

  /** Returns `refused` also when the browser's answer is not valid. */
  async add(
    userId: number,
    {
      credential,
      name,
      ...begun
    }: { credential: string; name: string } & Omit<BegunFactor, 'nowMs'>,
    tell?: JoinedWrite,
  ): ReturnType<PasskeyStore['add']> {
    const made = await this.verifyNew(userId, credential);
    if (!made?.verified) return 'refused';
    const { id, publicKey, counter } = made.registrationInfo.credential;
    const nowMs = this.clock.nowMs();
    const passkey = { credentialId: id, publicKey, counter, name, createdAtMs: nowMs };
    return this.store.add(userId, passkey, { ...begun, nowMs }, tell);
  }

  private async verifyNew(userId: number, credential: string) {
    try {
      return await verifyRegistrationResponse({
        response: JSON.parse(credential) as RegistrationResponseJSON,
        expectedChallenge: (challenge) =>
          this.findEnd(challenge, 'new passkey', userId) !== undefined,
        expectedOrigin: this.origin,
        expectedRPID: this.host,
        requireUserVerification: false,
      });
    } catch (error) {
      this.logger.warn(`A passkey was not added: ${String(error)}`);
      return undefined;
    }
  }

  async describeRequest(userId: number): Promise<object | undefined> {
    const present = await this.store.list(userId);
    if (present.length === 0) return undefined;
    return generateAuthenticationOptions({
      rpID: this.host,
      allowCredentials: present.map(({ credentialId }) => ({ id: credentialId })),
      challenge: this.createChallenge('passkey', userId),
      userVerification: 'preferred',
    });
  }

  /** Each answer is accepted once. */
  async check(userId: number, answer: string): Promise<boolean> {
    try {
      const response = JSON.parse(answer) as AuthenticationResponseJSON;
      const passkey = (await this.store.list(userId)).find(
        ({ credentialId }) => credentialId === response.id,
      );
      if (!passkey) return false;
      let untilMs = 0;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => {
          untilMs = this.findEnd(challenge, 'passkey', userId) ?? 0;
          return untilMs > 0;
        },
        expectedOrigin: this.origin,
        expectedRPID: this.host,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
        },
        requireUserVerification: false,
      });
      if (!verified) return false;
      const { newCounter: counter } = authenticationInfo;
      const nowMs = this.clock.nowMs();
      return await this.store.take(passkey.id, { untilMs, counter, nowMs });
    } catch (error) {
      this.logger.warn(`A passkey was not accepted: ${String(error)}`);
      return false;
    }
  }

  remove(userId: number, id: number, tell?: JoinedWrite): Promise<boolean> {
    return this.store.remove(userId, id, tell);
  }

  private get origin(): string {
    return new URL(this.options.publicUrl).origin;
  }

  private get host(): string {
    return new URL(this.options.publicUrl).hostname;
  }

  private createChallenge(purpose: Purpose, userId: number): string {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const untilMs = this.clock.nowMs() + accountLimits.passkeyChallengeMs;
    return `${nonce}.${untilMs}.${this.sign(`${purpose} ${userId} ${nonce} ${untilMs}`)}`;
  }

  /**
   * Returns the Unix time in ms at which a challenge expires, or undefined when the challenge is
   * not valid. `challenge` is base64url, as browsers return it.
   */
  private findEnd(challenge: string, purpose: Purpose, userId: number): number | undefined {
    const text = Buffer.from(challenge, 'base64url').toString();
    const [nonce = '', untilMs = '', signature = ''] = text.split('.');
    if (!(Number(untilMs) > this.clock.nowMs())) return undefined;
    const isOurs = isSameToken(signature, this.sign(`${purpose} ${userId} ${nonce} ${untilMs}`));
    return isOurs ? Number(untilMs) : undefined;
  }

  private sign(text: string): string {
    return createHmac('sha256', this.options.secret)
      .update(`challenge ${text}`)
      .digest('base64url');
  }
}
