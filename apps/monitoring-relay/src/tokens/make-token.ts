import { randomBytes } from 'node:crypto';
import { createStores } from '#product';
import { hashToken } from '#product/people/tokens';
import { isScope, scopes } from '#product/people/accounts/rules';
import { formatOrganisationToken, tokenBytes } from '#product/people/tokens/rules';
import { tokenLimits } from '#shared';
import type { BackupSource } from '../backup/required-data.ts';
import { withDatabase } from '../backup/with-database.ts';

export interface TokenRequest {
  readonly name: string | undefined;
  readonly scopes: readonly string[];
}

/**
 * Creates an organisation token for the renderer's configured address and slug. Rejects with a
 * RangeError when name or scope is invalid, or when there are too many tokens.
 */
export async function makeToken(
  place: BackupSource,
  { name, scopes: requested }: TokenRequest,
): Promise<{ readonly token: string; readonly about: string }> {
  if (name === undefined || name.length < 1 || name.length > tokenLimits.nameLength) {
    throw new RangeError('token needs --name, of at most 100 characters');
  }
  const named = requested.flatMap((each) => each.split(','));
  const granted = named.filter(isScope);
  if (granted.length === 0 || granted.length < named.length) {
    throw new RangeError(`token needs --scope, one or several of ${scopes.join(', ')}`);
  }
  const { url, org } = readAddress(process.env);
  const createdAtMs = Date.now();
  const random = randomBytes(tokenBytes);
  const token = formatOrganisationToken({ issuedAtMs: createdAtMs, url, org, random });
  const hash = hashToken(token);
  const made = await withDatabase(place, (database) =>
    createStores(database).tokens.create({
      hash,
      hint: token.slice(-4),
      name,
      scopes: granted,
      createdAtMs,
    }),
  );
  if (!made) throw new RangeError(`there are ${tokenLimits.perOwner} tokens already`);
  return { token, about: `Token ${name} of the organisation ${org} for ${url}, shown only now:` };
}

function readAddress(variables: NodeJS.ProcessEnv) {
  const { PUBLIC_URL, PUBLIC_PORT, PORT, ERRATA_ORG } = variables;
  const url = PUBLIC_URL || `http://localhost:${PUBLIC_PORT || PORT || 3000}`;
  return { url: url.replace(/\/+$/, ''), org: ERRATA_ORG || 'errata' };
}
