import { describe, expect, it } from '@jest/globals';
import type { Issue, IssueStore } from '#product/recording/issues';
import type { MergeStore } from '#product/triage/states';
import type { ProjectRole } from '#product/people/accounts/rules';
import type { Session, User } from '#product/people/accounts';
import { SystemClock } from '#shared';
import { Access } from '../../people/accounts/index.ts';
import { MergingService } from './merging.service.ts';

/** Issues 1 to 3 are WEB-1 to WEB-3, WEB-4 is merged into issue 1, and issue 9 is of `api`. */
function open(role: ProjectRole) {
  const issues: Pick<IssueStore, 'listProjectsOf' | 'find' | 'findByNumber'> = {
    listProjectsOf: async (ids) =>
      new Map(ids.flatMap((id) => (id > 9 ? [] : [[id, id === 9 ? 2 : 1]]))),
    find: async (id) => ({ id, projectId: 1, projectSlug: 'web' }) as Issue,
    findByNumber: async (_, number) => [1, 2, 3, 1][number - 1],
  };
  const merge: MergeStore['merge'] = async ({ issueIds: [first = 0], intoId: id = first }) => ({
    outcome: 'changed',
    historyId: 1,
    into: { id, number: id },
  });
  const user = { id: 7, role: 'member' } as unknown as User;
  const projectRoles = new Map([[1, role]]);
  const access = new Access({ user, session: {} as Session, projectRoles });
  const store = { merge } as MergeStore;
  const service = new MergingService(issues as IssueStore, store, new SystemClock());
  return (ids: number[], shortId?: string) => service.merge(access, ids, { shortId });
}

describe('MergingService', () => {
  it.each([
    [[1, 2, 2], undefined, { into: 'WEB-1', count: 1 }],
    [[2], ' web-3 ', { intoId: 3, into: 'WEB-3', count: 1 }],
    [[2], 'WEB-4', { intoId: 1, into: 'WEB-1', count: 1 }],
  ])('merges %j into %j', async (ids, into, merged) => {
    expect(await open('member')(ids, into)).toMatchObject({ ok: true, ...merged });
  });

  it.each([
    ['member', [1, 99], undefined, 'issue.unknown'],
    ['member', [1, 9], undefined, 'issue.unknown'],
    ['viewer', [1, 2], undefined, 'issue.forbidden'],
    ['member', [1], '', 'issue.merge_target'],
    ['member', [1], 'that one', 'issue.merge_target'],
    ['member', [1], 'WEB-1', 'issue.merge_target'],
    ['member', [1], 'WEB-99999', 'issue.merge_target'],
    ['member', [1], 'API-1', 'issue.merge_target'],
  ] as const)('refuses a %s who merges %j into %j: %s', async (role, ids, into, code) => {
    expect(await open(role)([...ids], into)).toEqual({ ok: false, code });
  });
});
