import { Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import type { NamedProvider } from '../provider-list.ts';
import type { TrialStep } from '../providers.dto.ts';
import { describeTrial } from './describe-problem.ts';
import { OidcClient } from './oidc-client.ts';

const NO_CODE = 'errata-trial';

/**
 * Tests a provider's metadata and keys, and whether the provider accepts the client id and secret.
 */
@Injectable()
export class ProviderTrial {
  constructor(private readonly client: OidcClient) {}

  /** Returns the steps up to the first one that failed. */
  async run(provider: NamedProvider): Promise<TrialStep[]> {
    const steps: TrialStep[] = [];
    try {
      const configuration = await this.client.discover(provider);
      const { issuer, jwks_uri: keys } = configuration.serverMetadata();
      steps.push({ name: 'Metadata', isRight: true, detail: `The issuer is ${issuer}.` });
      if (keys === undefined) throw new TypeError('The metadata names no keys.');
      steps.push(await tryKeys(keys));
      if (steps.every(({ isRight }) => isRight)) {
        steps.push(await this.tryClient(configuration));
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
  private async tryClient(configuration: oidc.Configuration): Promise<TrialStep> {
    const name = 'Client id and secret';
    try {
      const answer = new URL(this.client.redirectUri);
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

async function tryKeys(address: string): Promise<TrialStep> {
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(4000) });
  const { keys = [] } = (await answer.json()) as { keys?: readonly unknown[] };
  return {
    name: 'Keys',
    isRight: keys.length > 0,
    detail: keys.length === 1 ? 'There is 1 key.' : `There are ${keys.length} keys.`,
  };
}
