import { describe, expect, it } from '@jest/globals';
import { parseEnvelope } from '../envelope/parse-envelope.ts';
import { findKeptPart } from './kept-part.ts';

const HEADER = '{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc"}';

function keep(text: string | Buffer): { body: Buffer; kept: Buffer | undefined } {
  const body = Buffer.from(text as string);
  const parsed = parseEnvelope(body);
  if (!parsed.ok) throw new Error(parsed.detail);
  return { body, kept: findKeptPart(body, parsed.envelope.items)?.body };
}

describe('findKeptPart', () => {
  it('is the envelope itself, uncopied, when nothing is dropped', () => {
    const { body, kept } = keep(`${HEADER}\n{"type":"event"}\n{}\n{"type":"event"}\n{}\n`);
    expect(kept).toBe(body);
  });

  it('is nothing when nothing is processed', () => {
    expect(keep(`${HEADER}\n{"type":"session"}\n{}\n`).kept).toBeUndefined();
    expect(keep(HEADER).kept).toBeUndefined();
  });

  it('is the header and the events, as they came and in their order', () => {
    const { kept } = keep(
      Buffer.concat([
        Buffer.from(`${HEADER}\r\n{"type":"attachment","length":3,"filename":"a"}\n1\n2\n`),
        Buffer.from('{"type":"event","length":4}\n'),
        Buffer.from([0, 10, 255, 13]),
        Buffer.from('\n{"type":"session"}\n{}\n{"type":"event"}\n{"a":1}'),
      ]),
    );
    const parsed = parseEnvelope(kept!);
    expect(parsed).toMatchObject({
      ok: true,
      envelope: { header: { eventId: '9ec79c33ec9942ab8353589fcb2e04dc' } },
    });
    expect(parsed.ok && parsed.envelope.items).toEqual([
      { type: 'event', payload: Buffer.from([0, 10, 255, 13]) },
      { type: 'event', payload: Buffer.from('{"a":1}') },
    ]);
  });
});
