const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/;
const MOST = 50;

/**
 * Splits email domains at commas or white space. Returns undefined when one of them is not a
 * domain, or when there are more than 50.
 */
export function parseDomains(text: string): string[] | undefined {
  const domains = text
    .toLowerCase()
    .split(/[\s,]+/)
    .map((domain) => domain.replace(/^@/, ''))
    .filter((domain) => domain !== '');
  const isRight = domains.length <= MOST && domains.every((domain) => DOMAIN.test(domain));
  return isRight ? [...new Set(domains)] : undefined;
}

/** Compares whole domains, so an address at a subdomain does not match. */
export function hasEmailDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.includes(domain);
}
