export const tokenBytes = 32;

/** Characters of the longest accepted token. Clients of Sentry refuse longer ones too. */
const LONGEST = 2048;

export interface OrganisationTokenFacts {
  readonly issuedAtMs: number;
  /**
   * Origin at which clients reach Errata. Clients prefer this origin to the address in their own
   * configuration.
   */
  readonly url: string;
  readonly org: string;
  readonly random: Uint8Array;
}

/**
 * Formats an organisation token: `sntrys_`, the facts as JSON in base64, `_`, and the random bytes
 * in base64. Clients read the facts (sentry-cli, `src/utils/auth_token`); the server only compares
 * a hash of the whole text.
 */
export function formatOrganisationToken(facts: OrganisationTokenFacts): string {
  const { issuedAtMs, url, org, random } = facts;
  const told = { iat: issuedAtMs / 1000, url, region_url: url, org };
  const payload = toBase64(new TextEncoder().encode(JSON.stringify(told)));
  return `sntrys_${payload}_${toBase64(random).replace(/=+$/, '')}`;
}

export function formatPersonalToken(random: Uint8Array): string {
  return `sntryu_${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Returns the bearer token of an `Authorization` header. Returns undefined when the header has
 * another form or the token is too long.
 */
export function readBearer(header: string | undefined): string | undefined {
  const token = /^bearer +(?<token>\S+) *$/i.exec(header ?? '')?.groups?.['token'];
  return token !== undefined && token.length <= LONGEST ? token : undefined;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
