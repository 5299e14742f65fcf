import { settleUpload } from '#product/testing';
import type { Fixture, Row } from './rights-row.ts';

// Programs send tokens, and the API ignores cookies.
const NOBODY = [401, 401, 401, 401, 401, 401] as const;

const MAPS = { path: () => '/settings/projects/app/source-maps' };

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /api/0/organizations/:org/chunk-upload', NOBODY],
  ['POST /api/0/organizations/:org/chunk-upload', NOBODY],
  ['POST /api/0/organizations/:org/artifactbundle/assemble', NOBODY],
  ['POST /api/0/projects/:org/:project/files/difs/assemble', NOBODY],
  ['GET /settings/projects/:slug/source-maps', [401, 200, 200, 404, 200, 200], MAPS],
  ['POST /settings/projects/:slug/source-maps process-again', [401, 403, 422, 404, 422, 422], MAPS],
  [
    'POST /settings/projects/:slug/source-maps remove-bundle',
    [401, 403, 403, 404, 303, 303],
    { ...MAPS, fields: upload },
  ],
];

let uploads = 0;
async function upload({ renderer: { stores } }: Fixture): Promise<object> {
  await settleUpload(stores, `upload ${(uploads += 1)}`);
  return { bundle: uploads };
}
