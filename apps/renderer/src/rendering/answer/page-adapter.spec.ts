import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Header, HttpCode, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import request from 'supertest';
import { encodeText, PageAdapter } from './page-adapter.ts';

@Controller()
class Texts {
  @Get('typed')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @HttpCode(202)
  getTyped(): string {
    return '<p>Ein Müsli … 😀</p>';
  }

  @Get('without-charset')
  @Header('Content-Type', 'text/csv')
  getWithoutCharset(): string {
    return 'größe,1';
  }

  @Get('untyped')
  getUntyped(): string {
    return 'größe';
  }

  @Get('json')
  getJson(): object {
    return { größe: 1 };
  }
}

@Module({ controllers: [Texts] })
class SpecModule {}

let app: INestApplication;

beforeAll(async () => {
  app = await NestFactory.create(SpecModule, new PageAdapter(), { logger: false });
  await app.init();
});

afterAll(() => app.close());

const get = (path: string) => request(app.getHttpServer()).get(path).buffer(true);

describe('PageAdapter', () => {
  it('sends text with a content type as it is, with its length in bytes', async () => {
    const { status, text, headers } = await get('/typed');
    expect([status, text]).toEqual([202, '<p>Ein Müsli … 😀</p>']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });

  it('sends no body to a HEAD request', async () => {
    const { headers, text } = await request(app.getHttpServer()).head('/typed');
    expect(headers['content-length']).toBe(String(Buffer.byteLength('<p>Ein Müsli … 😀</p>')));
    expect(text).toBeUndefined();
  });

  it.each([
    ['/without-charset', 'text/csv; charset=utf-8', 'größe,1'],
    ['/untyped', 'text/html; charset=utf-8', 'größe'],
    ['/json', 'application/json; charset=utf-8', '{"größe":1}'],
  ])('leaves all other answers to Express: %s', async (path, type, expected) => {
    const { text, headers } = await get(path);
    expect([headers['content-type'], text]).toEqual([type, expected]);
  });
});

describe('encodeText', () => {
  it.each([
    ['nothing', ''],
    ['ASCII', 'a'.repeat(1000)],
    ['two, three and four bytes a character', 'ü…😀'.repeat(1000)],
    ['half of a pair', 'a\uD83D'],
    ['a text beyond the size of the buffer', '…'.repeat(400_000)],
  ])('returns the same bytes as Buffer.from for %s', (_name, text) => {
    expect(encodeText(text).equals(Buffer.from(text))).toBe(true);
  });

  it('returns bytes that the next text does not change', () => {
    const first = encodeText('first');
    encodeText('other');
    expect(first.toString()).toBe('first');
  });
});
