import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { hashedAssets } from '../../src/rendering/assets/hashed-assets.ts';
import { holdPlatform } from './support/spec-platform.ts';

describe('response headers', () => {
  const platform = holdPlatform({
    secure: true,
    options: { permissions: { geolocation: '(self)' } },
  });
  const { get } = platform;

  it('forbid foreign content in production, and allow nothing unsafe', async () => {
    const { headers } = await get('/shelf').expect(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy':
        'camera=(), geolocation=(self), microphone=(), payment=(), usb=(), browsing-topics=()',
    });
  });

  it('are on every answer of a page address, whatever its outcome', async () => {
    for (const path of ['/shelf', '/no/such/page', '/shelf/closed', '/shelf/moved']) {
      const { headers } = await get(path);
      expect(headers['vary']).toContain('Router-State, Router-Prefetch, Router-Segment');
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers['etag']).toBeUndefined();
      expect(headers['content-security-policy']).toBeDefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
    const { headers } = await get('/no/such/page').set('Accept', 'application/json').expect(404);
    expect(headers['content-type']).toContain('application/json');
    expect(headers['vary']).toMatch(/Router-State.*Accept|Accept.*Router-State/);
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('name the encoding of compressed documents and page data', async () => {
    const long = `/shelf?colour=${'red'.repeat(1000)}`;
    for (const encoding of ['gzip', 'br']) {
      const answer = await get(long).set('Accept-Encoding', encoding).expect(200);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['vary']).toContain('Accept-Encoding');
    }
    const data = await get(long).set('Accept-Encoding', 'gzip').set('Router-State', 'x y');
    expect(data.headers['content-encoding']).toBe('gzip');
    const plain = await get(long).set('Accept-Encoding', '').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toContain('Accept-Encoding');
  });

  it('let compressed documents stream: the shell comes before the data', async () => {
    const address = await platform.listen();
    const answer = await fetch(`${address}/probe/a/1/late?hold=1`, {
      // A bot would get the document whole.
      headers: {
        'Accept-Encoding': 'gzip',
        'User-Agent': 'Mozilla/5.0 (X11) Firefox/153.0',
      },
    });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (text.includes('document-payload')) {
        platform.script.open('first');
        platform.script.open('second');
      }
    }
    expect(text).toContain('second words</p>');
    expect(text).toMatch(/<\/html>$/);
  });
});

describe('files of the build', () => {
  it('are left to the next handler when they are gone from the disk', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'errata-assets-'));
    mkdirSync(join(folder, 'client/assets'), { recursive: true });
    const file = join(folder, 'client/assets/view-12345678.js');
    writeFileSync(file, 'export {}');
    const app = express().use(hashedAssets(folder));
    app.use((_request, response) => response.status(404).send('next'));
    await supertest(app).get('/assets/view-12345678.js').expect(200, 'export {}');
    rmSync(file);
    await supertest(app).get('/assets/view-12345678.js').expect(404, 'next');
    await supertest(app).get('/assets/..%2f.vite/manifest.json').expect(404);
    rmSync(folder, { recursive: true });
  });

  it('may stand in the folder of public files, which the browser asks for again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'errata-public-'));
    for (const path of ['.well-known/security.txt', 'a b.txt', '.vite/manifest.json']) {
      mkdirSync(join(folder, 'client', path, '..'), { recursive: true });
      writeFileSync(join(folder, 'client', path), path);
    }
    const app = express().use(hashedAssets(folder));
    app.use((_request, response) => response.status(404).send('next'));
    const found = await supertest(app).get('/.well-known/security.txt?x').expect(200);
    expect(found.text).toBe('.well-known/security.txt');
    expect(found.headers).toMatchObject({
      'cache-control': 'public,max-age=0,must-revalidate',
      etag: expect.anything(),
    });
    await supertest(app).get('/a%20b.txt').expect(200, 'a b.txt');
    for (const path of ['/.vite/manifest.json', '/%2evite/manifest.json', '/.well-known', '/'])
      await supertest(app).get(path).expect(404, 'next');
    rmSync(folder, { recursive: true });
  });
});
