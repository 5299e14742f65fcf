import { describe, expect, it } from '@jest/globals';
import { toResponse } from '../testing/answers.ts';
import { createBody } from '../testing/body.ts';
import { turn } from '../testing/turn.ts';
import { dropAnswer, readLines } from './read-lines.ts';

function inPieces(...pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

async function listLines(body: BodyInit | null): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(toResponse(body))) lines.push(line);
  return lines;
}

describe('readLines', () => {
  it.each([
    { name: 'each with its end', body: 'one\ntwo\n', lines: ['one', 'two'] },
    { name: 'the last without one', body: 'one\ntwo', lines: ['one', 'two'] },
    { name: 'without the empty ones', body: '\none\n\n\ntwo\n\n', lines: ['one', 'two'] },
    { name: 'one', body: 'one', lines: ['one'] },
    { name: 'none', body: '', lines: [] },
    { name: 'none of no body', body: null, lines: [] },
  ])('gives the lines of a body: $name', async ({ body, lines }) => {
    expect(await listLines(body)).toEqual(lines);
  });

  it('joins lines wherever they are cut', async () => {
    const bytes = new TextEncoder().encode('{"a":"é€😀"}\n{"b":2}\nlast');
    for (let at = 1; at < bytes.length; at += 1) {
      const body = inPieces(bytes.slice(0, at), bytes.slice(at));
      expect(await listLines(body)).toEqual(['{"a":"é€😀"}', '{"b":2}', 'last']);
    }
  });

  it('joins lines that arrive byte by byte', async () => {
    const bytes = new TextEncoder().encode('é€😀\n\n2\n');
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await listLines(inPieces(...pieces))).toEqual(['é€😀', '2']);
  });

  // Takes minutes, and so times out, when each piece has the whole line searched again.
  it('gives a line that arrives in very many pieces', async () => {
    const piece = new TextEncoder().encode('x'.repeat(200));
    let left = 10_000;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await turn();
        if (left === 0) controller.close();
        else controller.enqueue(piece);
        left -= 1;
      },
    });
    const [line, ...others] = await listLines(body);
    expect([line?.length, others]).toEqual([2_000_000, []]);
  });

  it('gives a line as soon as its end has arrived', async () => {
    const body = createBody();
    const lines = readLines(toResponse(body.stream));
    body.send('one\ntw');
    expect(await lines.next()).toEqual({ done: false, value: 'one' });
    const next = lines.next();
    body.send('o\n');
    expect(await next).toEqual({ done: false, value: 'two' });
  });

  it('rejects when its body fails', async () => {
    const error = new TypeError('network error');
    const body = createBody();
    body.fail(error);
    await expect(listLines(body.stream)).rejects.toBe(error);
  });

  it('cancels its body when no more lines are wanted', async () => {
    const body = createBody();
    body.send('one\ntwo\n');
    const lines = readLines(toResponse(body.stream));
    await lines.next();
    await lines.return();
    await turn();
    expect(body.isDropped()).toBe(true);
  });
});

describe('dropAnswer', () => {
  it('cancels the body of an answer, unless somebody reads it', async () => {
    const [read, unread] = [createBody(), createBody()];
    const answer = toResponse(read.stream);
    answer.body?.getReader();
    for (const each of [answer, toResponse(unread.stream), toResponse(null)]) dropAnswer(each);
    await turn();
    expect([read.isDropped(), unread.isDropped()]).toEqual([false, true]);
  });
});
