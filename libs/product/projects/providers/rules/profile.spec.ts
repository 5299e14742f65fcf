import { expect, it } from '@jest/globals';
import { toProfile } from './profile.ts';

const CLAIMS = { iss: 'https://id.example', sub: 'u1' };

it('reads who somebody is', () => {
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
    isEmailVerified: true,
    name: 'Ada',
    groups: ['dev', 'ops'],
  });
});

it.each([undefined, false, 'yes', 1, null])('takes no address for verified by %p', (verified) => {
  const claims = { ...CLAIMS, email: 'ada@example.org', email_verified: verified };
  expect(toProfile(claims, 'groups').isEmailVerified).toBe(false);
});

it('takes claims of another form for absent', () => {
  const claims = { ...CLAIMS, email: ['a'], name: {}, groups: { dev: true } };
  expect(toProfile(claims, 'groups')).toEqual({
    issuer: 'https://id.example',
    subject: 'u1',
    isEmailVerified: false,
    groups: [],
  });
});

it('knows that groups which are kept elsewhere are not none', () => {
  const claims = { ...CLAIMS, _claim_names: { groups: 'src1' } };
  expect(toProfile(claims, 'groups')).not.toHaveProperty('groups');
  expect(toProfile(claims, 'roles')).toMatchObject({ groups: [] });
});

it('cleans names, and takes no group for sure when there are too many', () => {
  const name = `A\u202e\nda${'\u{1f600}'.repeat(200)}`;
  const many = Array.from({ length: 1001 }, (_, at) => `g${at}`);
  const profile = toProfile({ ...CLAIMS, name, groups: many }, 'groups');
  expect(profile.name).toMatch(/^A  da\p{Emoji_Presentation}+$/u);
  expect(Array.from(profile.name ?? '')).toHaveLength(100);
  expect(profile).not.toHaveProperty('groups');
  expect(toProfile({ ...CLAIMS, groups: ['x'.repeat(201), 'y'] }, 'groups').groups).toEqual(['y']);
});
