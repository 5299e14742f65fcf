import { Injectable, Logger } from '@nestjs/common';
import * as oidc from 'openid-client';
import { toProfile } from '#product/projects/providers/rules';
import type { Profile } from '#product/projects/providers/rules';
import { Clock, isSameIssuer } from '#shared';
import { AccountsOptions } from '../../../people/accounts/index.ts';
import type { NamedProvider } from '../provider-list.ts';
import { describeCauses, describeProblem } from './describe-problem.ts';

/** The secrets of a sign-in, which it has to bring back from the provider. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE (RFC 7636). */
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
/** Metadata of a provider is read anew after that, so that one which is away is noticed here and not by the browser. */
const KNOWN_FOR_MS = 30_000;
/** A provider that does not answer is asked again after that, however many people try. */
const AWAY_FOR_MS = 2000;
/** Seconds that clocks may differ. */
const CLOCK_TOLERANCE_S = 60;
const SCOPES = 'openid profile email';
const SUBJECT_LENGTH = 255;

interface Known {
  readonly configuration: Promise<oidc.Configuration>;
  untilMs: number;
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
        scope: toScopes(configuration),
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
      this.requireOwn(provider, claims);
      this.requireFresh(claims);
      const names = ['email', 'name', provider.groupsClaim];
      const info = await this.fetchMissing(configuration, tokens.access_token, { claims, names });
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
        // `isIssuer` has judged it.
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
    if (known && nowMs < known.untilMs) return known.configuration;
    const made = { configuration: this.discover(provider), untilMs: nowMs + KNOWN_FOR_MS };
    // One for each provider; those that were changed go.
    if (this.known.size >= 20) this.known.clear();
    this.known.set(name, made);
    made.configuration.catch(() => {
      made.untilMs = this.clock.nowMs() + AWAY_FOR_MS;
    });
    return made.configuration;
  }

  /** Providers speak for their own issuer, and name people in at most 255 characters (OpenID Connect Core, 2). */
  private requireOwn({ issuer }: NamedProvider, { iss, sub }: oidc.IDToken): void {
    if (isSameIssuer(iss, issuer) && sub.length <= SUBJECT_LENGTH) return;
    throw Object.assign(new Error(`The ID token is of ${iss}.`), {
      code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
    });
  }

  /** A token of this flow was made just now, so its time says whether the clocks agree. */
  private requireFresh({ iat }: oidc.IDToken): void {
    const ageS = this.clock.nowMs() / 1000 - iat;
    if (Math.abs(ageS) <= 2 * CLOCK_TOLERANCE_S) return;
    throw Object.assign(new Error(`The ID token is ${Math.round(ageS)} s old.`), {
      code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
    });
  }

  /** Some providers put these claims into the user info alone (OpenID Connect Core, 5.4). */
  private async fetchMissing(
    configuration: oidc.Configuration,
    accessToken: string,
    { claims, names }: { readonly claims: oidc.IDToken; readonly names: readonly string[] },
  ): Promise<oidc.UserInfoResponse | undefined> {
    const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
    if (names.every((name) => claims[name] !== undefined) || endpoint === undefined) {
      return undefined;
    }
    return oidc.fetchUserInfo(configuration, accessToken, claims.sub);
  }

  private fail({ name }: NamedProvider, error: unknown): { ok: false; problem: string } {
    this.logger.warn(`Signing in with ${name} failed: ${describeCauses(error)}`);
    return { ok: false, problem: describeProblem(name, error) };
  }
}

/** Some providers send groups to whom asks for them by a scope of that name. */
function toScopes(configuration: oidc.Configuration): string {
  const { scopes_supported: offered = [] } = configuration.serverMetadata();
  return offered.includes('groups') ? `${SCOPES} groups` : SCOPES;
}
