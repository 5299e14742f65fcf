/** How many random bytes a token has. */
export const tokenBytes = 32;

/** Longer texts are no tokens: clients of Sentry refuse them, too. */
const LONGEST = 2048;

export interface OrganisationTokenFacts {
  readonly issuedAtMs: number;
  /** Origin at which clients reach Errata. It wins over what they are configured with. */
  readonly url: string;
  /** Slug of the organisation. */
  readonly org: string;
  /** `tokenBytes` random bytes. */
  readonly random: Uint8Array;
}

/**
 * The text of a token that stands for the organisation: `sntrys_`, its facts as base64 of JSON, `_`, and the random bytes. Clients
 * read the facts (sentry-cli, `src/utils/auth_token`); the server looks up a hash of the whole.
 */
export function formatOrganisationToken(facts: OrganisationTokenFacts): string {
  const { issuedAtMs, url, org, random } = facts;
  const told = { iat: issuedAtMs / 1000, url, region_url: url, org };
  const payload = toBase64(new TextEncoder().encode(JSON.stringify(told)));
  return `sntrys_${payload}_${toBase64(random).replace(/=+$/, '')}`;
}

/** The text of a token that stands for a person: `sntryu_` and the random bytes as hexadecimal digits. */
export function formatPersonalToken(random: Uint8Array): string {
  return `sntryu_${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The token of an `Authorization` header; undefined where there is none. */
export function readBearer(header: string | undefined): string | undefined {
  const token = /^bearer +(?<token>\S+) *$/i.exec(header ?? '')?.groups?.['token'];
  return token !== undefined && token.length <= LONGEST ? token : undefined;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
