import { expect, it } from '@jest/globals';
import type { BulkStore } from '#product/triage/bulk';
import type { IssueStore } from '#product/recording/issues';
import { issueLimits, SystemClock } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import type { PeopleService } from '../../projects/members/index.ts';
import type { ProjectsService } from '../../projects/projects/index.ts';
import { ListAddressPipe } from '../../recording/issue-list/index.ts';
import { BulkService } from './bulk.service.ts';

const LISTED = 2001;

function count(matches: number): Promise<number> {
  const issues: Pick<IssueStore, 'count'> = {
    count: async ({ limit = LISTED }) => Math.min(matches, limit),
  };
  const access = { listProjects: () => 'all', getSignedIn: () => ({ user: { id: 1 } }) };
  const service = new BulkService(
    {} as BulkStore,
    issues as IssueStore,
    {} as ProjectsService,
    {} as PeopleService,
    new SystemClock(),
  );
  const address = new ListAddressPipe().transform({ query: 'environment:production' });
  return service.count({ access: access as unknown as Access, address }, 'issues.delete');
}

it.each([
  ['all matching issues, also more than a list counts', 5000, 5000],
  ['at most one issue more than may be changed at once', 50_000, issueLimits.issuesPerBulk + 1],
])('BulkService counts %s', async (_, matches, counted) => {
  expect(await count(matches)).toBe(counted);
});
