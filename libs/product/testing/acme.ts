/** A sign-in provider. */
export const ACME = {
  slug: 'acme',
  name: 'Acme',
  issuer: 'https://id.example.org',
  clientId: 'errata',
  clientSecret: 'a secret',
  domains: ['example.org'],
  groupsClaim: 'groups',
  trustsAddresses: false,
  sessionDays: 30,
};
