const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/;
const MOST = 50;

/** Domains of email addresses, separated by commas or white space; undefined for what is none, or for more than 50. */
export function parseDomains(text: string): string[] | undefined {
  const domains = text
    .toLowerCase()
    .split(/[\s,]+/)
    .map((domain) => domain.replace(/^@/, ''))
    .filter((domain) => domain !== '');
  const isRight = domains.length <= MOST && domains.every((domain) => DOMAIN.test(domain));
  return isRight ? [...new Set(domains)] : undefined;
}

/** Whether the address is of one of these domains themselves, not of their subdomains. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.includes(domain);
}
