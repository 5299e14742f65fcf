/** Addresses of this machine, and names of a network without a domain (RFC 6761, 6.3). */
const PLAIN_HOSTS = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|[a-z\d-]+)$/i;

/**
 * Whether the text is the issuer of a provider of OpenID Connect: an address with TLS, or without it on this machine or a network of
 * its own. The address of a description (`/.well-known/…`) is none: it would let the description name any issuer.
 */
export function isIssuer(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username } = new URL(text);
  if (search + hash + username !== '' || pathname.includes('/.well-known/')) return false;
  return protocol === 'https:' || (protocol === 'http:' && PLAIN_HOSTS.test(hostname));
}

/** Whether two addresses name one issuer: a slash at the end makes no other. */
export function isSameIssuer(one: string, other: string): boolean {
  return toName(one) === toName(other);
}

function toName(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).href.replace(/\/$/, '') : issuer;
}
