import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { DecodingThread } from './decoding-thread.ts';

silenceLog();

/** A worker that returns bodies byte by byte. Byte 0 ends the thread, 1 is malformed, 2 throws. */
const BYTE_BY_BYTE = `
  const { parentPort } = require('node:worker_threads');
  let left = [];
  parentPort.on('message', (told) => {
    if (told !== 'more') left = [...told.body];
    if (left[0] === 0) process.exit(1);
    if (left[0] === 2) throw new Error('It failed.');
    const [byte] = left.splice(0, 1);
    if (byte === 1) parentPort.postMessage({ malformed: 'It is damaged.' });
    else if (byte === undefined) parentPort.postMessage({ isEnd: true });
    else parentPort.postMessage({ piece: Uint8Array.of(byte) });
  });
`;

class SpecThread extends DecodingThread {
  readonly workers: Worker[] = [];

  protected override createWorker(): Worker {
    const worker = new Worker(BYTE_BY_BYTE, { eval: true });
    this.workers.push(worker);
    return worker;
  }
}

let thread: SpecThread;

beforeEach(() => {
  thread = new SpecThread();
});

afterEach(() => thread.onModuleDestroy());

function decode(
  bytes: readonly number[],
  { signal = new AbortController().signal, sender = 'a' } = {},
): AsyncGenerator<Buffer> {
  return thread.decode({ encoding: 'br', body: Uint8Array.from(bytes) }, { sender, signal });
}

async function read(...asked: Parameters<typeof decode>): Promise<number[]> {
  const pieces: Buffer[] = [];
  for await (const piece of decode(...asked)) pieces.push(piece);
  return Array.from(Buffer.concat(pieces));
}

describe('DecodingThread', () => {
  it('decodes bodies piece by piece, one after the other, in one thread', async () => {
    const order: string[] = [];
    const follow = async (name: string): Promise<void> => {
      for await (const [byte] of decode([5, 6])) order.push(`${name}${byte}`);
    };
    await Promise.all([follow('a'), follow('b'), follow('c')]);
    expect(order).toEqual(['a5', 'a6', 'b5', 'b6', 'c5', 'c6']);
    expect(thread.workers).toHaveLength(1);
  });

  it('transfers a body instead of copying it', async () => {
    const body = Uint8Array.of(5);
    const { signal } = new AbortController();
    const decoding = thread.decode({ encoding: 'br', body }, { sender: 'a', signal });
    for await (const piece of decoding) expect(piece).toEqual(Buffer.of(5));
    expect(body).toHaveLength(0);
  });

  it('is busy for a sender with too many bytes waiting, and not for other senders', async () => {
    const first = decode([5, 6]);
    await first.next();
    const ended = Array.from({ length: reportLimits.decodingAwaitedBytes }, () => 1);
    const waiting = read(ended).catch((error: unknown) => (error as Error).message);
    await expect(read([5])).rejects.toMatchObject({ code: 'relay.busy' });
    const another = read([7], { sender: 'b' });
    await first.return(undefined);
    expect(await another).toEqual([7]);
    expect(await waiting).toBe('It is damaged.');
  });

  it('reports a malformed body, and decodes the next in another thread', async () => {
    await expect(read([5, 1])).rejects.toThrow('It is damaged.');
    expect(await read([5])).toEqual([5]);
    expect(thread.workers).toHaveLength(2);
  });

  it.each([
    ['ends', 0],
    ['fails', 2],
  ])('is busy for a body whose thread %s, and decodes the next in another', async (_, byte) => {
    await expect(read([5, byte])).rejects.toMatchObject({ code: 'relay.busy' });
    expect(await read([5])).toEqual([5]);
  });

  it('starts another thread when an idle one has ended', async () => {
    await read([5]);
    const [worker] = thread.workers;
    void worker!.terminate();
    await once(worker!, 'exit');
    expect(await read([6])).toEqual([6]);
  });

  it('ends the thread of a body that is given up', async () => {
    for await (const piece of decode([5, 6])) if (piece.length > 0) break;
    const [worker] = thread.workers;
    await once(worker!, 'exit');
    expect(await read([7])).toEqual([7]);
  });

  it('decodes nothing for a sender who left before the turn came', async () => {
    const gone = new AbortController();
    const before = decode([5, 6]);
    await before.next();
    const waiting = read([7], { signal: gone.signal });
    gone.abort();
    await before.return(undefined);
    expect(await waiting).toEqual([]);
  });
});
