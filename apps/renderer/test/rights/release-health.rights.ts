import { createGroupedEvent, createReport } from '#product/testing';
import type { Fixture, Row } from './rights-row.ts';

let reports = 5000;

async function releaseOf({ renderer: { stores } }: Fixture): Promise<string> {
  reports += 1;
  const event = createGroupedEvent({ event: { release: 'rights@1' } });
  await stores.reports.record([createReport(reports, [event])]);
  return '/releases/rights%401';
}

export const rows: readonly Row[] = [
  // endpoint             nobody viewer member outsider admin owner
  ['GET /releases', [401, 200, 200, 200, 200, 200]],
  [
    'GET /organizations/:org/releases/:version',
    [401, 303, 303, 303, 303, 303],
    { path: () => '/organizations/errata/releases/rights@1' },
  ],
  ['GET /releases/:version', [401, 200, 200, 404, 200, 200], { path: releaseOf }],
];
