import { describe, expect, it } from '@jest/globals';
import { planRoles } from './plan-roles.ts';
import type { GroupRule } from './plan-roles.ts';

const RULES: readonly GroupRule[] = [
  { group: '*', role: 'viewer', projectIds: [1] },
  { group: 'dev', role: 'member', projectIds: [1, 2, 99] },
  { group: 'ops', role: 'admin', projectIds: 'all' },
];

describe('planRoles', () => {
  const plan = (groups: readonly string[], rules = RULES) => {
    const { roles, ...rest } = planRoles(rules, groups, [1, 2, 3]);
    return { ...rest, roles: [...roles] };
  };

  it('gives the highest role of all groups, in existing projects', () => {
    expect(plan(['dev']).roles).toEqual([
      [1, 'member'],
      [2, 'member'],
      [3, undefined],
    ]);
    expect(plan(['ops', 'dev']).roles).toEqual([
      [1, 'admin'],
      [2, 'admin'],
      [3, 'admin'],
    ]);
  });

  it('takes roles away in projects that rules name, and in no others', () => {
    const few = RULES.slice(0, 2);
    expect(plan([], few).roles).toEqual([
      [1, 'viewer'],
      [2, undefined],
    ]);
  });

  it('decides on ownership only when a rule names owners', () => {
    expect(plan(['dev']).isOwner).toBeUndefined();
    const owners: GroupRule = { group: 'root', role: 'owner', projectIds: [] };
    expect(plan(['root'], [owners])).toEqual({ isOwner: true, roles: [] });
    expect(plan(['dev'], [owners])).toEqual({ isOwner: false, roles: [] });
  });
});
