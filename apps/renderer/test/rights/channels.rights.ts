import type { Request, Row } from './rights-row.ts';

const CHANNELS: Request = { path: () => '/settings/projects/app/channels' };
const NEW_CHANNEL = () => ({ kind: 'mail', name: 'X', recipients: 'x@example.org' });
const NO_CHANNEL = () => ({ channel: '99', kind: 'mail', name: 'X', host: 'x.example' });
/** The rows before have made channels with these ids. */
const channel = (id: string) => () => ({ ...NEW_CHANNEL(), channel: id });
const NO_DELIVERY = () => ({ delivery: '99' });
const HOST = () => ({ host: 'chat.example.org' });

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /settings/projects/:slug/channels', [401, 403, 403, 404, 200, 200], CHANNELS],
  [
    'POST /settings/projects/:slug/channels add-channel',
    [401, 403, 403, 404, 303, 303],
    { ...CHANNELS, fields: NEW_CHANNEL },
  ],
  [
    'POST /settings/projects/:slug/channels change-channel',
    [401, 403, 403, 404, 303, 303],
    { ...CHANNELS, fields: channel('1') },
  ],
  [
    'POST /settings/projects/:slug/channels remove-channel',
    [401, 403, 403, 404, 303, 422],
    { ...CHANNELS, fields: channel('1') },
  ],
  [
    'POST /settings/projects/:slug/channels test-channel',
    [401, 403, 403, 404, 422, 422],
    { ...CHANNELS, fields: NO_CHANNEL },
  ],
  [
    'POST /settings/projects/:slug/channels allow-and-test',
    [401, 403, 403, 404, 403, 422],
    { ...CHANNELS, fields: NO_CHANNEL },
  ],
  [
    'POST /settings/projects/:slug/channels send-again',
    [401, 403, 403, 404, 422, 422],
    { ...CHANNELS, fields: NO_DELIVERY },
  ],
  ['GET /settings/channels', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/channels add-channel', [401, 403, 403, 403, 403, 303], { fields: NEW_CHANNEL }],
  [
    'POST /settings/channels change-channel',
    [401, 403, 403, 403, 403, 303],
    { fields: channel('3') },
  ],
  [
    'POST /settings/channels remove-channel',
    [401, 403, 403, 403, 403, 303],
    { fields: channel('3') },
  ],
  ['POST /settings/channels test-channel', [401, 403, 403, 403, 403, 422], { fields: NO_CHANNEL }],
  [
    'POST /settings/channels allow-and-test',
    [401, 403, 403, 403, 403, 422],
    { fields: NO_CHANNEL },
  ],
  ['POST /settings/channels send-again', [401, 403, 403, 403, 403, 422], { fields: NO_DELIVERY }],
  ['POST /settings/channels allow-host', [401, 403, 403, 403, 403, 303], { fields: HOST }],
  ['POST /settings/channels forbid-host', [401, 403, 403, 403, 403, 303], { fields: HOST }],
];
