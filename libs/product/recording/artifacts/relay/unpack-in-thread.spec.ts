import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { waitForEnd } from './unpack-in-thread.ts';

const going = new AbortController().signal;

describe('a thread that unpacks', () => {
  it('ends with what it says', async () => {
    const worker = new EventEmitter();
    const ended = waitForEnd(worker, { signal: going, limitMs: 60_000 });
    worker.emit('message', { ok: true, unpacked: { files: [] } });
    expect(await ended).toEqual({ files: [] });
  });

  it.each([
    ['message', { ok: false, detail: 'The bundle is not a zip file.' }, 'not a zip file'],
    ['error', Object.assign(new Error(), { code: 'ERR_WORKER_OUT_OF_MEMORY' }), 'more memory'],
    ['error', new Error('of ours'), 'of ours'],
  ])('ends with the sentence of its %s: %#', async (event, value, sentence) => {
    const worker = new EventEmitter();
    const ended = waitForEnd(worker, { signal: going, limitMs: 60_000 });
    worker.emit(event, value);
    await expect(ended).rejects.toThrow(sentence);
  });

  it('ends with a sentence when it says nothing, and with a stop', async () => {
    const worker = new EventEmitter();
    await expect(waitForEnd(worker, { signal: going, limitMs: 1 })).rejects.toThrow('five minutes');
    const stopped = waitForEnd(worker, { signal: AbortSignal.abort(), limitMs: 60_000 });
    await expect(stopped).rejects.toThrow('abort');
  });
});
