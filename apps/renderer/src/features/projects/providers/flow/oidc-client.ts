import { Injectable, Logger } from '@nestjs/common';
import * as oidc from 'openid-client';
import { toProfile } from '#product/projects/providers/rules';
import type { Profile } from '#product/projects/providers/rules';
import { Clock } from '#shared';
import { AccountsOptions } from '../../../people/accounts/index.ts';
import type { NamedProvider } from '../provider-list.ts';
import { describeProblem } from './describe-problem.ts';

/** What a sign-in has to bring back from the provider. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

export type Begun =
  | { readonly ok: true; readonly address: string; readonly challenge: Challenge }
  | { readonly ok: false; readonly problem: string };

export type Completed =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly problem: string };

/** Seconds for one answer of a provider: its absence is said within five. */
const TIMEOUT_S = 4;
/** Metadata of a provider is read anew after that. */
const KNOWN_FOR_MS = 10 * 60_000;
/** Seconds that clocks may differ. */
const CLOCK_TOLERANCE_S = 60;
const SCOPES = 'openid profile email';

interface Known {
  readonly configuration: oidc.Configuration;
  readonly atMs: number;
}

/** Speaks OpenID Connect: authorization code with PKCE (RFC 7636), and every ID token is verified by the provider's keys. */
@Injectable()
export class OidcClient {
  private readonly logger = new Logger('Sign-in');
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  /** The address that has to be registered at the provider. */
  get redirectUri(): string {
    return `${this.options.publicUrl}/sign-in/callback`;
  }

  /** The address at the provider to which the browser is led. */
  async begin(provider: NamedProvider): Promise<Begun> {
    try {
      const configuration = await this.configure(provider);
      const challenge = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: this.redirectUri,
        scope: SCOPES,
        state: challenge.state,
        nonce: challenge.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(challenge.verifier),
        code_challenge_method: 'S256',
      });
      return { ok: true, address: address.href, challenge };
    } catch (error) {
      return this.fail(provider, error);
    }
  }

  /** `query`: of the address to which the provider has led the browser back. */
  async complete(
    provider: NamedProvider,
    { state, nonce, verifier }: Challenge,
    query: string,
  ): Promise<Completed> {
    try {
      const configuration = await this.configure(provider);
      const tokens = await oidc.authorizationCodeGrant(
        configuration,
        new URL(`${this.redirectUri}${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
      );
      const claims = tokens.claims();
      if (!claims) throw new TypeError('The provider sent no ID token.');
      this.requireFresh(claims);
      const info = await this.fetchMissing(configuration, tokens.access_token, claims);
      return { ok: true, profile: toProfile({ ...info, ...claims }, provider.groupsClaim) };
    } catch (error) {
      return this.fail(provider, error);
    }
  }

  /** The metadata of the provider, read anew. Rejects as `openid-client` does. */
  async discover({ issuer, clientId, clientSecret }: NamedProvider): Promise<oidc.Configuration> {
    const server = new URL(issuer);
    const configuration = await oidc.discovery(
      server,
      clientId,
      { client_secret: clientSecret ?? '', [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
      undefined,
      {
        timeout: TIMEOUT_S,
        // Only addresses of this machine and names of a network may go without TLS.
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
    configuration.timeout = TIMEOUT_S;
    return configuration;
  }

  private async configure(provider: NamedProvider): Promise<oidc.Configuration> {
    const { key, issuer, clientId, clientSecret } = provider;
    const name = JSON.stringify([key, issuer, clientId, clientSecret]);
    const nowMs = this.clock.nowMs();
    const known = this.known.get(name);
    if (known && nowMs - known.atMs < KNOWN_FOR_MS) return known.configuration;
    const configuration = await this.discover(provider);
    // One for each provider; those that were changed go.
    if (this.known.size >= 20) this.known.clear();
    this.known.set(name, { configuration, atMs: nowMs });
    return configuration;
  }

  /** A token of this flow was made just now, so its time says whether the clocks agree. */
  private requireFresh({ iat }: oidc.IDToken): void {
    const ageS = this.clock.nowMs() / 1000 - iat;
    if (Math.abs(ageS) <= 2 * CLOCK_TOLERANCE_S) return;
    throw Object.assign(new Error(`The ID token is ${Math.round(ageS)} s old.`), {
      code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
    });
  }

  /** Some providers put no address into ID tokens (OpenID Connect Core, 5.4). */
  private async fetchMissing(
    configuration: oidc.Configuration,
    accessToken: string,
    claims: oidc.IDToken,
  ): Promise<oidc.UserInfoResponse | undefined> {
    const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
    if (claims['email'] !== undefined || endpoint === undefined) return undefined;
    return oidc.fetchUserInfo(configuration, accessToken, claims.sub);
  }

  private fail({ name }: NamedProvider, error: unknown): { ok: false; problem: string } {
    this.logger.warn(`Signing in with ${name} failed: ${String(error)}`);
    return { ok: false, problem: describeProblem(name, error) };
  }
}
