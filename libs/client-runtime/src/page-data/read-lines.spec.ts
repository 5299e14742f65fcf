import { describe, expect, it } from '@jest/globals';
import { toResponse } from '../testing/answers.ts';
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

  it('gives a line as soon as its end has arrived', async () => {
    let push: (text: string) => void = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    const lines = readLines(toResponse(body));
    push('one\ntw');
    expect(await lines.next()).toEqual({ done: false, value: 'one' });
    const next = lines.next();
    push('o\n');
    expect(await next).toEqual({ done: false, value: 'two' });
  });

  it('rejects when its body fails', async () => {
    const error = new TypeError('network error');
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(error),
    });
    await expect(listLines(body)).rejects.toBe(error);
  });

  it('cancels its body when no more lines are wanted', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('one\ntwo\n')),
      cancel: () => void (isCancelled = true),
    });
    const lines = readLines(toResponse(body));
    await lines.next();
    await lines.return();
    await turn();
    expect(isCancelled).toBe(true);
  });
});

describe('dropAnswer', () => {
  it('cancels the body of an answer, unless somebody reads it', async () => {
    const cancelled: string[] = [];
    const toBody = (name: string) =>
      new ReadableStream({ cancel: () => void cancelled.push(name) });
    const read = toResponse(toBody('read'));
    read.body?.getReader();
    dropAnswer(read);
    dropAnswer(toResponse(toBody('unread')));
    dropAnswer(toResponse(null));
    await turn();
    expect(cancelled).toEqual(['unread']);
  });
});
