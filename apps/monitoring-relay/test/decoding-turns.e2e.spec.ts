import { expect, it } from '@jest/globals';
import request from 'supertest';
import { DecodingThread } from '../src/intake/decoding/decoding-thread.ts';
import { createEnvelope } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';

it('a body takes the decoding turns of the key in its address, or else common turns', async () => {
  const relay = await startRelay();
  const senders: (string | undefined)[] = [];
  relay.app.get(DecodingThread).decode = async function* pass({ body }, { sender }) {
    senders.push(sender);
    yield Buffer.from(body);
  };
  const post = (path: string, dsn?: string): request.Test =>
    request(relay.url)
      .post(path)
      .set('Content-Encoding', 'br')
      .send(createEnvelope(dsn === undefined ? {} : { dsn }));
  await post(`/api/1/envelope/?sentry_key=${publicKey}`).expect(200);
  await post('/monitoring', `https://${publicKey}@host/1`).expect(200);
  expect(senders).toEqual([publicKey, undefined]);
});
