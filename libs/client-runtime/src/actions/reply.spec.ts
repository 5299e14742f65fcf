import { describe, expect, it } from '@jest/globals';
import { createPageReader } from '../page-data/page-reader.ts';
import { toLines, toPageData, toResponse, toSegment } from '../testing/answers.ts';
import { createBody } from '../testing/body.ts';
import { turn } from '../testing/turn.ts';
import { readReply } from './reply.ts';
import type { Reply } from './reply.ts';

describe('readReply', () => {
  const UNEXPECTED = 'An unexpected response was received from the server.';
  const reader = createPageReader({
    build: 'b1',
    cache: { take: () => undefined, epoch: () => 0 },
    expiry: { note: () => undefined },
    note: () => undefined,
  });

  const read = (answer: Response): Promise<Reply> => readReply(answer, reader);

  const led = (answer: Response): Response =>
    Object.defineProperties(answer, {
      redirected: { value: true },
      url: { value: 'http://localhost/there' },
    });

  it.each([
    ['a page', toPageData('/a', [toSegment('a')])],
    ['errors of fields', toPageData('/a', [], { status: 422, errors: { a: ['No.'] } })],
    ['an address', toPageData('/a', [], { location: 'https://example.com/' })],
  ])('reads %s from an answer', async (_, data) => {
    const answer = toResponse(toLines(data), { status: data.status });
    expect(await read(answer)).toMatchObject({ data, isRedirected: false });
    expect(await read(led(toResponse(toLines(data))))).toMatchObject({ data, isRedirected: true });
  });

  it.each([
    [409, 'text/plain', 'Done before.', 'Done before.', true],
    [500, 'text/plain; charset=utf-8', 'x'.repeat(1001), 'x'.repeat(1000)],
    [400, 'text/plain', '', UNEXPECTED, true],
    [404, 'text/html', '<h1>No</h1>', UNEXPECTED],
    [502, 'text/html', '<h1>No</h1>', UNEXPECTED],
    [500, 'application/json', '{}', UNEXPECTED],
    [200, 'text/plain', 'All is well.', UNEXPECTED],
    [200, 'application/x-ndjson', '{"v":2}\n', UNEXPECTED],
    [200, 'application/x-ndjson', '', UNEXPECTED],
  ])(
    'takes an answer of status %i and type %s for an error',
    async (status, type, body, message, isKnown = false) => {
      expect(await read(toResponse(body, { status, type }))).toEqual({ message, isKnown });
    },
  );

  it('recognises the answer to an action that the page does not have', async () => {
    const answer = toResponse('No.', { status: 404, type: 'text/plain' });
    answer.headers.set('Action-Not-Found', '1');
    answer.headers.set('Router-Build', 'b2');
    expect(await read(answer)).toEqual({ message: 'No.', isKnown: true, build: 'b2' });
  });

  it.each([
    [200, 'text/html'],
    [409, 'application/x-ndjson'],
    [502, 'text/html'],
  ])(
    'gives the address of a redirect that leads to no page data: status %i of type %s',
    async (status, type) => {
      const answer = led(toResponse('{"build":"b2","url":"/there"}\n', { status, type }));
      expect(await read(answer)).toEqual({ location: 'http://localhost/there' });
    },
  );

  it.each([
    ['leads to no page data', 200, 'text/html', true],
    ['is another format', 502, 'text/html', false],
    ['is of another version', 200, 'application/x-ndjson', false],
  ])('cancels the rest of an answer that %s', async (_, status, type, isRedirected) => {
    const body = createBody();
    body.send('{"v":2}\n');
    const answer = toResponse(body.stream, { status, type });
    await read(isRedirected ? led(answer) : answer);
    await turn();
    expect(body.isDropped()).toBe(true);
  });

  it('rejects when the answer breaks off', async () => {
    const body = createBody();
    body.fail(new TypeError('lost'));
    await expect(read(toResponse(body.stream))).rejects.toThrow('lost');
  });
});
