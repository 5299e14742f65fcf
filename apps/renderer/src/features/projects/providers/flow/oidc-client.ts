import { Injectable, Logger } from '@nestjs/common';
import * as oidc from 'openid-client';
import type { Provider } from '#product/projects/providers';
import { toProfile } from '#product/projects/providers/rules';
import type { Profile } from '#product/projects/providers/rules';
import { accountLimits, Clock, isOver, isSameIssuer } from '#shared';
import { AccountsOptions } from '../../../people/accounts/index.ts';
import { describeCauses, describeProblem, toRefusal } from './describe-problem.ts';
import { createProviderFetch } from './provider-fetch.ts';

/** Secrets of one sign-in. The provider's answer must match them. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier (RFC 7636). */
  readonly verifier: string;
}

export type Begun =
  | { readonly ok: true; readonly address: string; readonly challenge: Challenge }
  | { readonly ok: false; readonly problem: string };

export type Completed =
  | { readonly ok: true; readonly profile: Profile; readonly refreshToken: string | undefined }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Error code of OAuth when the provider refused (RFC 6749), otherwise an empty text. */
      readonly refusal: string;
    };

export type Refreshed =
  | { readonly kind: 'vouched'; readonly refreshToken: string | undefined }
  | { readonly kind: 'refused' | 'away' };

/**
 * Seconds to wait for one answer of a provider. People should learn of a failure within five
 * seconds.
 */
const TIMEOUT_S = 4;
/**
 * How long a provider's metadata is reused. The time is short, so that Errata notices that a
 * provider is down before it sends browsers to the provider.
 */
const KNOWN_FOR_MS = 30_000;
/**
 * How long a failure is reused. The provider is not asked more often, no matter how many people
 * sign in.
 */
const AWAY_FOR_MS = 2000;
const CLOCK_TOLERANCE_S = 60;
const SCOPES = 'openid profile email';
const SUBJECT_LENGTH = 255;

interface Known {
  readonly configuration: Promise<oidc.Configuration>;
  untilMs: number;
}

/**
 * Speaks OpenID Connect with the authorization code flow and PKCE (RFC 7636). Every ID token's
 * signature is verified with the provider's keys.
 */
@Injectable()
export class OidcClient {
  private readonly logger = new Logger('Sign-in');
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  toRedirectUri({ slug }: Pick<Provider, 'slug'>): string {
    return `${this.options.publicUrl}/sign-in/callback/${slug}`;
  }

  /** The prompt `none` has the provider answer without asking the person anything. */
  async begin(provider: Provider, prompt?: 'none'): Promise<Begun> {
    try {
      const configuration = await this.configure(provider);
      const challenge = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: this.toRedirectUri(provider),
        scope: toScopes(configuration),
        state: challenge.state,
        nonce: challenge.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(challenge.verifier),
        code_challenge_method: 'S256',
        ...(prompt ? { prompt } : {}),
      });
      return { ok: true, address: address.href, challenge };
    } catch (error) {
      return this.fail(provider, error);
    }
  }

  async complete(
    provider: Provider,
    { state, nonce, verifier }: Challenge,
    query: string,
  ): Promise<Completed> {
    try {
      const configuration = await this.configure(provider);
      const tokens = await oidc.authorizationCodeGrant(
        configuration,
        new URL(`${this.toRedirectUri(provider)}${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
      );
      const claims = tokens.claims();
      if (!claims) throw new TypeError('The provider sent no ID token.');
      this.requireOwn(provider, claims);
      this.requireFresh(claims);
      const names = ['email', 'email_verified', 'name', provider.groupsClaim];
      const info = await this.fetchMissing(configuration, tokens.access_token, { claims, names });
      const profile = toProfile(claims, provider.groupsClaim, info);
      return { ok: true, profile, refreshToken: toLastingToken(tokens) };
    } catch (error) {
      return this.fail(provider, error);
    }
  }

  /** Asks the provider whether it still lets a person in. A token that rotates is replaced. */
  async refresh(provider: Provider, subject: string, refreshToken: string): Promise<Refreshed> {
    try {
      const configuration = await this.configure(provider);
      const tokens = await oidc.refreshTokenGrant(configuration, refreshToken);
      const claims = tokens.claims();
      if (claims) this.requireOwn(provider, claims);
      if (claims && claims.sub !== subject) return { kind: 'refused' };
      const isReplaced = tokens.refresh_token !== undefined;
      return { kind: 'vouched', refreshToken: isReplaced ? toLastingToken(tokens) : refreshToken };
    } catch (error) {
      this.fail(provider, error);
      return { kind: toRefusal(error) === 'invalid_grant' ? 'refused' : 'away' };
    }
  }

  /** Reads the provider's metadata without the cache. Rejects as `openid-client` does. */
  async discover({ issuer, clientId, clientSecret }: Provider): Promise<oidc.Configuration> {
    const server = new URL(issuer);
    const configuration = await oidc.discovery(
      server,
      clientId,
      { client_secret: clientSecret ?? '', [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
      undefined,
      {
        timeout: TIMEOUT_S,
        [oidc.customFetch]: createProviderFetch(issuer),
        // `isIssuer` has already checked that an issuer without TLS is in a private network.
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
    configuration.timeout = TIMEOUT_S;
    return configuration;
  }

  private async configure(provider: Provider): Promise<oidc.Configuration> {
    const { id, issuer, clientId, clientSecret } = provider;
    const name = JSON.stringify([id, issuer, clientId, clientSecret]);
    const nowMs = this.clock.nowMs();
    const known = this.known.get(name);
    if (known && !isOver(known.untilMs, nowMs, KNOWN_FOR_MS)) return known.configuration;
    const made = { configuration: this.discover(provider), untilMs: nowMs + KNOWN_FOR_MS };
    // The map holds one entry for each provider. Clearing removes entries of changed providers.
    if (this.known.size >= 20) this.known.clear();
    this.known.set(name, made);
    made.configuration.catch(() => {
      made.untilMs = this.clock.nowMs() + AWAY_FOR_MS;
    });
    return made.configuration;
  }

  /**
   * Throws unless the ID token has the provider's own issuer and a subject of at most 255
   * characters (OpenID Connect Core, 2).
   */
  private requireOwn({ issuer }: Provider, { iss, sub }: oidc.IDToken): void {
    if (isSameIssuer(iss, issuer) && sub.length <= SUBJECT_LENGTH) return;
    throw Object.assign(new Error(`The ID token is of ${iss}.`), {
      code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
    });
  }

  /**
   * Throws when the clocks of the provider and Errata differ too much. The provider has issued the
   * token just now, so that the token's age shows the difference.
   */
  private requireFresh({ iat }: oidc.IDToken): void {
    const ageS = this.clock.nowMs() / 1000 - iat;
    if (Math.abs(ageS) <= 2 * CLOCK_TOLERANCE_S) return;
    throw Object.assign(new Error(`The ID token is ${Math.round(ageS)} s old.`), {
      code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
    });
  }

  /**
   * Asks for the user info when the ID token lacks one of the claims `names`. Some providers send
   * these claims in the user info only (OpenID Connect Core, 5.4).
   */
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

  private fail(
    { name }: Provider,
    error: unknown,
  ): { ok: false; problem: string; refusal: string } {
    this.logger.warn(`Signing in with ${name} failed: ${describeCauses(error)}`);
    return { ok: false, problem: describeProblem(name, error), refusal: toRefusal(error) };
  }
}

/**
 * Returns the refresh token, unless it ends before the next check, as those of Keycloak do that
 * last as long as an idle session there (`refresh_expires_in`, in seconds; 0 means for ever).
 */
function toLastingToken(tokens: oidc.TokenEndpointResponse): string | undefined {
  const { refresh_token: token, refresh_expires_in: lifetimeS } = tokens;
  const isShort =
    typeof lifetimeS === 'number' &&
    lifetimeS > 0 &&
    lifetimeS * 1000 <= accountLimits.providerCheckedAfterMs;
  if (token === undefined || isShort) return undefined;
  return token.length <= accountLimits.refreshTokenLength ? token : undefined;
}

/**
 * Adds the scope `groups` when the provider offers it. Some providers send groups only to clients
 * that ask for this scope.
 */
function toScopes(configuration: oidc.Configuration): string {
  const { scopes_supported: offered = [] } = configuration.serverMetadata();
  return offered.includes('groups') ? `${SCOPES} groups` : SCOPES;
}
