/**
 * Hosts for which http is allowed: this machine, and names without a domain in the local network
 * (RFC 6761, 6.3).
 */
const PLAIN_HOSTS = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|[a-z\d-]+)$/i;

/**
 * Returns true for the issuer of an OpenID Connect provider: an https address, or an http address
 * of this machine or the local network. The address of a discovery document (`/.well-known/…`) is
 * refused, because that document could name any issuer.
 */
export function isIssuer(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username } = new URL(text);
  if (search + hash + username !== '' || pathname.includes('/.well-known/')) return false;
  return protocol === 'https:' || (protocol === 'http:' && PLAIN_HOSTS.test(hostname));
}

export function isSameIssuer(one: string, other: string): boolean {
  return toName(one) === toName(other);
}

function toName(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).href.replace(/\/$/, '') : issuer;
}
