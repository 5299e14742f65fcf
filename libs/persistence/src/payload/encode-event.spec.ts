import { describe, expect, it } from '@jest/globals';
import { createEvent } from '../testing/index.ts';
import { encodeEvent } from './encode-event.ts';
import { decodePayload } from './event-payload.ts';

describe('encodeEvent', () => {
  it('keeps the facts that events are found by beside the whole as bytes, and nothing else', () => {
    const facts = { release: 'shop@1', environment: 'prod', traceId: 'c'.repeat(32) };
    const event = createEvent(facts);
    const { eventId, projectId, receivedAtMs, occurredAtMs, level } = event;
    const encoded = encodeEvent(event);
    expect(encoded.event).toEqual({
      eventId,
      projectId,
      receivedAtMs,
      occurredAtMs,
      level,
      ...facts,
    });
    expect(Object.keys(encoded)).toEqual(['event', 'payload']);
    expect(decodePayload(encoded.payload)).toEqual(event);
  });

  it('throws for what JSON cannot say', () => {
    const extra = { amount: 1n as unknown as number };
    expect(() => encodeEvent(createEvent({ extra }))).toThrow(TypeError);
  });
});
