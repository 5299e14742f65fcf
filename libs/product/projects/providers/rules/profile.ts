export interface Profile {
  readonly issuer: string;
  /** Identifies the person at the issuer and never changes (OpenID Connect Core, 5.7). */
  readonly subject: string;
  readonly email?: string;
  /** `unsaid` means that the provider says nothing of whether the address is the person's. */
  readonly emailIs: 'verified' | 'unverified' | 'unsaid';
  readonly name?: string;
  /**
   * Absent when the provider has too many groups to send. The person's roles must stay unchanged in
   * that case.
   */
  readonly groups?: readonly string[];
}

const MOST_GROUPS = 1000;
const GROUP_LENGTH = 200;
const NAME_LENGTH = 100;

type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads the claims of a verified ID token, and those of the user info that the token lacks. A claim
 * of another type counts as absent. The user info says nothing of an address in the token that is
 * not also its own, and the token nothing of an address in the user info.
 */
export function toProfile(
  token: Claims & { readonly iss: string; readonly sub: string },
  groupsClaim: string,
  info: Claims = {},
): Profile {
  const claims = { ...info, ...token };
  const email = toText(claims['email']);
  const said = [token, info].filter(
    (each) => toText(each['email'])?.toLowerCase() === email?.toLowerCase(),
  );
  const { email_verified: verified, xms_edov: edov } = Object.assign(
    {},
    ...said.toReversed(),
  ) as Claims;
  const name = toName(claims['name']);
  const groups = toGroups(claims, groupsClaim);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    emailIs: toVerification(verified ?? undefined, edov ?? undefined),
    name,
    groups,
  };
}

/**
 * Microsoft sends `xms_edov` instead of `email_verified`
 * (https://learn.microsoft.com/entra/identity-platform/optional-claims-reference). Any other value
 * than true is a no, because a provider that says something has looked.
 */
function toVerification(verified: unknown, edov: unknown): Profile['emailIs'] {
  const said = verified ?? edov;
  if (said === undefined) return 'unsaid';
  // Some providers send the boolean as a string, and Microsoft as a number, too.
  const isTrue = said === true || said === 'true';
  const isRight = verified === undefined ? isTrue || said === 1 || said === '1' : isTrue;
  return isRight ? 'verified' : 'unverified';
}

function toText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/**
 * Replaces invisible characters by spaces, such as control characters and marks for the direction
 * of text.
 */
function toName(value: unknown): string | undefined {
  const text = toText(value)?.replaceAll(/\p{C}/gu, ' ') ?? '';
  return toText(Array.from(text).slice(0, NAME_LENGTH).join(''));
}

/**
 * Reads the person's groups. A person without the claim is in no group. Returns undefined when the
 * list is too long, or when `_claim_names` says that the groups are stored elsewhere (OpenID
 * Connect Core, 5.6.2).
 */
function toGroups(claims: Claims, name: string): readonly string[] | undefined {
  const elsewhere = claims['_claim_names'];
  if (typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere) return undefined;
  const value = claims[name];
  const groups = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  const names = groups.filter(
    (group): group is string => typeof group === 'string' && group.length <= GROUP_LENGTH,
  );
  return names.length <= MOST_GROUPS ? names : undefined;
}
