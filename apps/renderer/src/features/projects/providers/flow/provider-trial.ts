import { Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import type { Provider } from '#product/projects/providers';
import type { TrialStep } from '../providers.dto.ts';
import { describeTrial } from './describe-problem.ts';
import { OidcClient } from './oidc-client.ts';
import { createProviderFetch } from './provider-fetch.ts';

const NO_CODE = 'errata-trial';

/**
 * Tests a provider's metadata and keys, and whether the provider accepts the client id and secret.
 */
@Injectable()
export class ProviderTrial {
  constructor(private readonly client: OidcClient) {}

  /** Returns the steps up to the first one that failed. */
  async run(provider: Provider): Promise<TrialStep[]> {
    const steps: TrialStep[] = [];
    try {
      const configuration = await this.client.discover(provider);
      const { jwks_uri: keys, claims_supported: claims } = configuration.serverMetadata();
      steps.push({ name: 'Metadata', isRight: true, detail: 'The provider describes itself.' });
      if (keys === undefined) throw new TypeError('The metadata names no keys.');
      steps.push(await tryKeys(provider, keys));
      if (steps.every(({ isRight }) => isRight)) {
        steps.push(await this.tryClient(provider, configuration));
        steps.push(...judgeAddresses(provider, claims));
      }
    } catch (error) {
      steps.push({
        name: steps.length === 0 ? 'Metadata' : 'Keys',
        isRight: false,
        detail: describeTrial(error),
      });
    }
    return steps;
  }

  /**
   * Sends a made-up code. A provider that knows the client id and secret complains about the code
   * only.
   */
  private async tryClient(
    provider: Provider,
    configuration: oidc.Configuration,
  ): Promise<TrialStep> {
    const name = 'Client id and secret';
    try {
      const answer = new URL(this.client.toRedirectUri(provider));
      answer.search = String(
        new URLSearchParams({ code: NO_CODE, iss: configuration.serverMetadata().issuer }),
      );
      await oidc.authorizationCodeGrant(configuration, answer, {
        pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
      });
    } catch (error) {
      const refusal = (error as { error?: unknown }).error;
      if (refusal === 'invalid_grant' || refusal === 'invalid_request') {
        return { name, isRight: true, detail: 'The provider knows this Errata.' };
      }
      return { name, isRight: false, detail: describeTrial(error) };
    }
    return { name, isRight: false, detail: 'The provider took a code that it never gave.' };
  }
}

/** A provider need not list its claims, and then its sign-ins tell. */
function judgeAddresses(
  { id, trustsAddresses }: Provider,
  claims: readonly string[] | undefined,
): TrialStep[] {
  const isSaid = !claims || claims.includes('email_verified') || claims.includes('xms_edov');
  if (isSaid || trustsAddresses) return [];
  const owner = id === 0 ? '' : ', or when you switch on “Its addresses are verified”';
  const detail = `Its description lacks the claim email_verified. Unless it sends this one or xms_edov all the same, people come in by the link of an invitation alone${owner}.`;
  return [{ name: 'Addresses', isRight: false, isAdvice: true, detail }];
}

async function tryKeys({ issuer }: Provider, address: string): Promise<TrialStep> {
  const answer = await createProviderFetch(issuer)(address, {
    method: 'GET',
    headers: {},
    body: undefined,
    redirect: 'manual',
  });
  if (!answer.ok) throw new Error('The keys cannot be read.', { cause: answer });
  const { keys = [] } = (await answer.json()) as { keys?: readonly unknown[] };
  return {
    name: 'Keys',
    isRight: keys.length > 0,
    detail: keys.length === 1 ? 'There is 1 key.' : `There are ${keys.length} keys.`,
  };
}
