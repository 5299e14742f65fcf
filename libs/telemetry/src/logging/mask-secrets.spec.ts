import { expect, it } from '@jest/globals';
import { maskSecrets } from './mask-secrets.ts';

it.each([
  [
    'postgres://errata:hunter2@db:5432/errata is away',
    'postgres://errata:***@db:5432/errata is away',
  ],
  ['postgres://errata:hunter@2@db/errata', 'postgres://errata:***@db/errata'],
  [
    'smtp://ada@example.org:hunter2@mail:587 is away',
    'smtp://ada@example.org:***@mail:587 is away',
  ],
  ['"redis://:hunter2@cache", "ada@db"', '"redis://:***@cache", "ada@db"'],
  ['METRICS_TOKEN=hunter2hunter2hunter2 is short', 'METRICS_TOKEN=*** is short'],
  ['x-api-key: hunter2', 'x-api-key: ***'],
  ['https://public:secret@host/1', 'https://public:***@host/1'],
  ['Authorization: Bearer abc.def', 'Authorization: ***'],
  ['{"authorization":"Basic dXNlcg=="}', '{"authorization":"***"}'],
  ['sent with Bearer 0123456789abcdef', 'sent with Bearer ***'],
  ['Cookie: session=abc; other=def\nnext', 'Cookie: ***\nnext'],
  ['set-cookie: a=b', 'set-cookie: ***'],
  ['GET /reset?password=hunter2&next=/issues', 'GET /reset?password=***&next=/issues'],
  ['ERRATA_OWNER_PASSWORD=hunter2 is short', 'ERRATA_OWNER_PASSWORD=*** is short'],
  ['{"client_secret": "abc", "api_key":"def"}', '{"client_secret": "***", "api_key":"***"}'],
  ['ada.lovelace+x@example.org cannot be reached', '***@example.org cannot be reached'],
])('maskSecrets masks %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

it.each([
  'Set it up: http://localhost:3000/setup?token=GoMMCHENj3kXOXuskyZNsQ',
  'at load (node_modules/@nestjs/core/router.js:1:2)',
  'http://localhost:3000/@fs/x.js and http://[::1]:3000/ are addresses',
  'at load (node_modules/.store/kysely@0.28.18/index.js:1:2)',
  'https://a1b2c3@errata.example/1',
  'Report 7 of project 1 is kept as a failed report. The header of the envelope names no DSN.',
])('maskSecrets leaves %s as it is', (text) => {
  expect(maskSecrets(text)).toBe(text);
});
