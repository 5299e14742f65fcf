import { createAttachment, createFeedback, createReport } from '#product/testing';
import type { Fixture, Row } from './rights-row.ts';

let reports = 100;

async function fileOf({ renderer: { stores } }: Fixture): Promise<string> {
  reports += 1;
  const id = reports.toString(16).padStart(32, '0');
  const { eventId: _, ...said } = createFeedback({ id });
  const attachments = [createAttachment('text', { eventId: id })];
  await stores.reports.record([createReport(reports, [], { feedback: [said], attachments })]);
  const [latest] = await stores.feedback.listOfProjects([1], { limit: 1 });
  const [file] = await stores.feedback.listFiles([latest!.id]);
  return `/feedback/${latest!.id}/attachments/${file!.id}`;
}

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /feedback', [401, 200, 200, 200, 200, 200]],
  [
    'POST /feedback change',
    [401, 403, 303, 404, 303, 303],
    { fields: async (fixture) => ({ change: `done-${(await fileOf(fixture)).split('/')[2]}` }) },
  ],
  ['GET /feedback/:id/attachments/:attachment', [401, 200, 200, 404, 200, 200], { path: fileOf }],
  [
    'GET /feedback/:id/attachments/:attachment/preview',
    [401, 200, 200, 404, 200, 200],
    { path: async (fixture) => `${await fileOf(fixture)}/preview` },
  ],
];
