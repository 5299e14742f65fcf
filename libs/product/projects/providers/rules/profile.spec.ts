import { expect, it } from '@jest/globals';
import { toProfile } from './profile.ts';

const CLAIMS = { iss: 'https://id.example', sub: 'u1' };

it('toProfile reads email, name and groups from claims', () => {
  const claims = {
    ...CLAIMS,
    email: ' ada@example.org ',
    email_verified: true,
    name: 'Ada',
    groups: ['dev', 7, 'ops'],
  };
  expect(toProfile(claims, 'groups')).toEqual({
    issuer: 'https://id.example',
    subject: 'u1',
    email: 'ada@example.org',
    emailIs: 'verified',
    name: 'Ada',
    groups: ['dev', 'ops'],
  });
});

it.each([
  ['verified', { email_verified: 'true' }],
  ['verified', { xms_edov: true }],
  ['verified', { xms_edov: 'true' }],
  ['verified', { xms_edov: 1, email_verified: null }],
  ['verified', { xms_edov: '1' }],
  ['unverified', { email_verified: false, xms_edov: true }],
  ['unverified', { email_verified: 'yes' }],
  ['unverified', { email_verified: 1 }],
  ['unverified', { xms_edov: 0 }],
  ['unsaid', {}],
  ['unsaid', { email_verified: null }],
] as const)('toProfile takes an email for %s when the claims are %j', (emailIs, said) => {
  const claims = { ...CLAIMS, email: 'ada@example.org', ...said };
  expect(toProfile(claims, 'groups').emailIs).toBe(emailIs);
});

it.each([
  ['verified', { email: 'ada@example.org' }, { email: 'ada@example.org', email_verified: true }],
  ['verified', {}, { email: 'ada@example.org', email_verified: true }],
  ['verified', { email: 'ada@example.org' }, { email: 'Ada@example.org', email_verified: true }],
  ['unsaid', { email: 'ada@example.org' }, { email: 'eve@example.org', email_verified: true }],
  ['unsaid', { email: 'ada@example.org' }, { email_verified: true }],
  ['unsaid', { email_verified: true }, { email: 'ada@example.org' }],
] as const)(
  'toProfile takes an email for %s from the token %j and the user info %j',
  (emailIs, token, info) => {
    const profile = toProfile({ ...CLAIMS, ...token }, 'groups', info);
    expect(profile).toMatchObject({ email: 'ada@example.org', emailIs });
  },
);

it('toProfile takes claims of another type for absent', () => {
  const claims = { ...CLAIMS, email: ['a'], name: {}, groups: { dev: true } };
  expect(toProfile(claims, 'groups')).toEqual({
    issuer: 'https://id.example',
    subject: 'u1',
    emailIs: 'unsaid',
    groups: [],
  });
});

it('toProfile leaves groups undefined, not empty, when the claim refers elsewhere', () => {
  const claims = { ...CLAIMS, _claim_names: { groups: 'src1' } };
  expect(toProfile(claims, 'groups')?.groups).toBeUndefined();
  expect(toProfile(claims, 'roles')).toMatchObject({ groups: [] });
});

it('toProfile cleans names, and leaves groups undefined when there are too many', () => {
  const name = `A\u202e\nda${'\u{1f600}'.repeat(200)}`;
  const many = Array.from({ length: 1001 }, (_, at) => `g${at}`);
  const profile = toProfile({ ...CLAIMS, name, groups: many }, 'groups');
  expect(profile.name).toMatch(/^A  da\p{Emoji_Presentation}+$/u);
  expect(Array.from(profile.name ?? '')).toHaveLength(100);
  expect(profile?.groups).toBeUndefined();
  expect(toProfile({ ...CLAIMS, groups: ['x'.repeat(201), 'y'] }, 'groups').groups).toEqual(['y']);
});
