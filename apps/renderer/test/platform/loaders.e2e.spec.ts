import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdPlatform } from './support/spec-platform.ts';

const platform = holdPlatform();
const told: string[] = [];
/** Answers every call but the first. */
const upstream = createServer((_request, response) => {
  told.push('asked');
  response.once('close', () => {
    if (!response.writableFinished) told.push('left');
  });
  if (told.length > 1) response.end(JSON.stringify('from upstream'));
});

beforeAll(() => once(upstream.listen(0, '127.0.0.1'), 'listening'));

afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

it('a loader that calls another service ends its call when the visitor leaves, and logs no fault', async () => {
  const { port } = upstream.address() as AddressInfo;
  const path = `/upstream?from=${encodeURIComponent(`http://127.0.0.1:${port}`)}`;
  const visit = httpRequest((await platform.listen()) + path).end();
  visit.on('error', () => undefined);
  await eventually('the question', () => told.length === 1);
  visit.destroy();
  await eventually('the question is taken back', () => told.includes('left'));
  const { text } = await platform.get(path).expect(200);
  expect(text).toContain('<h1>from upstream</h1>');
  expect([told, platform.log]).toEqual([['asked', 'left', 'asked'], []]);
});
