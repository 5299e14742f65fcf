import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { BundleFault, NoRoom } from '../rules/index.ts';
import { waitForEnd } from './unpack-in-thread.ts';

const going = new AbortController().signal;

describe('a thread that unpacks', () => {
  it('ends with the result that it sends', async () => {
    const worker = new EventEmitter();
    const ended = waitForEnd(worker, { signal: going, limitMs: 60_000 });
    worker.emit('message', { ok: true, unpacked: { files: [] } });
    expect(await ended).toEqual({ files: [] });
  });

  it.each([
    [
      'message',
      { ok: false, detail: 'It is no zip.', isRoom: false },
      new BundleFault('It is no zip.'),
    ],
    ['message', { ok: false, detail: 'No room.', isRoom: true }, new NoRoom('No room.')],
    ['error', Object.assign(new Error(), { code: 'ERR_WORKER_OUT_OF_MEMORY' }), 'more memory'],
    ['error', new Error('of ours'), 'of ours'],
  ])('fails with the reason of its event "%s": %#', async (event, value, sentence) => {
    const worker = new EventEmitter();
    const ended = waitForEnd(worker, { signal: going, limitMs: 60_000 });
    worker.emit(event, value);
    await expect(ended).rejects.toThrow(sentence);
  });

  it('fails when it sends nothing before the time limit, and when it is stopped', async () => {
    const worker = new EventEmitter();
    await expect(waitForEnd(worker, { signal: going, limitMs: 1 })).rejects.toThrow('five minutes');
    const stopped = waitForEnd(worker, { signal: AbortSignal.abort(), limitMs: 60_000 });
    await expect(stopped).rejects.toThrow('abort');
  });
});
