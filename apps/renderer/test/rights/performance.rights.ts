import { findSegment, recordSpans } from '../support/record-spans.ts';
import type { Fixture, Request, Row } from './rights-row.ts';

const toPath =
  (end: string) =>
  async ({ renderer }: Fixture): Promise<string> => {
    await recordSpans(renderer, [{}]);
    return `/performance/${await findSegment(renderer)}${end}`;
  };

const SETTINGS: Request = { path: () => '/settings/projects/app/data/spans' };

export const rows: readonly Row[] = [
  // endpoint     nobody viewer member outsider admin owner
  ['GET /performance', [401, 200, 200, 200, 200, 200]],
  ['GET /performance.md', [401, 200, 200, 200, 200, 200]],
  ['GET /performance/:id', [401, 200, 200, 404, 200, 200], { path: toPath('') }],
  ['GET /performance/:name.md', [401, 200, 200, 404, 200, 200], { path: toPath('.md') }],
  ['GET /settings/projects/:slug/data/spans', [401, 403, 403, 404, 200, 200], SETTINGS],
  [
    'POST /settings/projects/:slug/data/spans save',
    [401, 403, 403, 404, 303, 303],
    { ...SETTINGS, fields: () => ({ taken: 'on', leftOut: '*/healthz' }) },
  ],
];
