import type { IncomingMessage } from 'node:http';
import { type Duplex, PassThrough, Transform } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import type { BodyReading } from './body-reading.ts';
import { type ReceivedBody, receiveBody } from './receive-body.ts';
import { StallWatch } from './stall-watch.ts';

const MB = 1024 * 1024;
const TOO_LARGE = { ok: false, code: 'report.too_large' };

class CountingReading implements BodyReading {
  readonly behind = undefined;
  bytes = 0;

  push(chunk: Buffer): undefined {
    this.bytes += chunk.length;
  }

  finish(): never {
    throw new Error('The caller finishes a reading.');
  }
}

function receive(
  chunks: Iterable<Buffer>,
  openDecoder: (() => Duplex) | null = null,
  reading: BodyReading = new CountingReading(),
): Promise<ReceivedBody> {
  const request = PassThrough.from(chunks) as unknown as IncomingMessage;
  return receiveBody(request, { openDecoder, reading, watch: new StallWatch() });
}

const repeat = (chunk: Buffer, length: number): Buffer[] => Array.from({ length }, () => chunk);

/** Decodes each chunk to `times` copies of itself. */
const inflate = (times: number) => (): Duplex =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      for (let copy = 0; copy < times; copy += 1) this.push(chunk);
      done();
    },
  });

describe('receiveBody', () => {
  it.each([
    ['as it is sent', reportLimits.wireBytes, 1, null],
    ['once it is decoded', reportLimits.decodedBytes, 10, inflate(10)],
  ])('passes on as many bytes as a body may have %s, and refuses more', async (...row) => {
    const [, bytes, times, decode] = row;
    const most = repeat(Buffer.alloc(MB), bytes / MB / times);
    const reading = new CountingReading();
    expect(await receive(most, decode, reading)).toEqual({ ok: true });
    expect(reading.bytes).toBe(bytes);
    expect(await receive([...most, Buffer.alloc(1)], decode)).toEqual(TOO_LARGE);
  });

  it('refuses a body that inflates too far', async () => {
    const { inflation, inflationFreeBytes } = reportLimits;
    const chunk = Buffer.alloc(Math.ceil(inflationFreeBytes / inflation) + 1);
    expect(await receive([chunk], inflate(inflation))).toEqual({ ok: true });
    const detail = expect.stringMatching(/^It inflates to more than \d+ times its size\.$/);
    expect(await receive([chunk], inflate(inflation + 1))).toEqual({ ...TOO_LARGE, detail });
  });

  it('refuses a body that cannot be decoded as malformed', async () => {
    const fail = (): Duplex =>
      new Transform({ transform: (_chunk, _, done) => done(new Error('invalid')) });
    const detail = 'The body cannot be decoded: invalid';
    const refusal = { ok: false, code: 'envelope.malformed', detail };
    expect(await receive([Buffer.alloc(1)], fail)).toEqual(refusal);
  });

  it('rejects with an error that the reading throws', async () => {
    const reading = new CountingReading();
    reading.push = () => {
      throw new Error('no');
    };
    await expect(receive([Buffer.alloc(1)], null, reading)).rejects.toThrow('no');
  });
});
