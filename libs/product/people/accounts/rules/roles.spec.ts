import { describe, expect, it } from '@jest/globals';
import {
  can,
  isInstanceRight,
  isProjectRole,
  rights,
  roles,
  toHigherRole,
  toRole,
} from './roles.ts';

describe('can', () => {
  it.each([
    ['issues.read', ['viewer', 'member', 'admin', 'owner']],
    ['issues.triage', ['member', 'admin', 'owner']],
    ['issues.delete', ['admin', 'owner']],
    ['project.members', ['admin', 'owner']],
    ['instance.people', ['owner']],
  ] as const)('gives the right %s to %s alone', (right, allowed) => {
    expect(roles.filter((role) => can(role, right))).toEqual(allowed);
  });

  it('gives no right to people without a role, and every right to owners', () => {
    expect(rights.filter((right) => can(undefined, right))).toEqual([]);
    expect(rights.filter((right) => can('owner', right))).toEqual(rights);
  });

  it('gives the rights outside of a project to owners alone', () => {
    const outside = rights.filter(isInstanceRight);
    expect(outside).toHaveLength(9);
    expect(outside.filter((right) => can('admin', right))).toEqual([]);
  });
});

describe('toRole', () => {
  it('returns owner for an owner everywhere, else the role in the project', () => {
    expect(toRole({ isOwner: true }, 'viewer')).toBe('owner');
    expect(toRole({ isOwner: true })).toBe('owner');
    expect(toRole({ isOwner: false }, 'viewer')).toBe('viewer');
    expect(toRole({ isOwner: false })).toBeUndefined();
  });
});

describe('roles in a project', () => {
  it('are ordered: the higher of two roles wins', () => {
    expect(toHigherRole('viewer', 'admin')).toBe('admin');
    expect(toHigherRole('admin', 'member')).toBe('admin');
  });

  it('are told apart from other words', () => {
    expect(['viewer', 'member', 'admin', 'owner', ''].filter(isProjectRole)).toEqual([
      'viewer',
      'member',
      'admin',
    ]);
  });
});
