import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { DocumentPayload } from '#shared';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { payloadOf } from './support/read-page.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

describe('the permission to prefetch in a document', () => {
  let open: SpecPlatform;
  let closed: SpecPlatform;

  beforeAll(async () => {
    open = await startSpecPlatform();
    closed = await startSpecPlatform({
      options: { mayPrefetch: ({ headers }) => headers.cookie !== undefined },
    });
  });

  afterAll(async () => {
    await open.end();
    await closed.end();
  });

  async function payload(
    { app }: SpecPlatform,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<DocumentPayload> {
    const request = supertest(app.getHttpServer()).get('/probe/a/1').set('Accept', 'text/html');
    return payloadOf((await request.set(headers)).text);
  }

  it('is not mentioned when the product does not limit prefetching', async () => {
    expect(await payload(open)).not.toHaveProperty('mayPrefetch');
  });

  it.each([
    ['a visitor who saves data', { 'save-data': 'on' }],
    ['a bot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ])('is denied to %s', async (_who, headers) => {
    expect(await payload(open, headers)).toMatchObject({ mayPrefetch: false });
  });

  it('is denied only to visitors to whom the product denies it', async () => {
    expect(await payload(closed)).toMatchObject({ mayPrefetch: false });
    expect(await payload(closed, { cookie: 'visitor=1' })).not.toHaveProperty('mayPrefetch');
  });

  it('is denied on a page that asks to sign in, but not on a missing page', async () => {
    const signIn = await payload(open, { [SCRIPT_HEADER]: 'guard.frame=401' });
    expect(signIn).toMatchObject({ mayPrefetch: false, page: { status: 401 } });
    const missing = await payload(open, { [SCRIPT_HEADER]: 'page=404' });
    expect(missing.page.status).toBe(404);
    expect(missing).not.toHaveProperty('mayPrefetch');
  });
});
