import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { ItemTypes } from '../outcomes/item-types.ts';
import { readSpooledEnvelope } from './spooled-envelope.ts';

const LARGE_BYTES = 600 * 1024;

const framed = (type: string, payload: Buffer) =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify({ type, length: payload.length })}\n`),
    payload,
    Buffer.from('\n'),
  ]);

it('readSpooledEnvelope reads every item of a file whole, though one memory serves all reads', async () => {
  const event = randomBytes(LARGE_BYTES);
  const file = randomBytes(LARGE_BYTES);
  const feedback = Buffer.from('{"message":"It broke."}');
  const bodyFile = join(createTemporaryFolder(), 'body');
  const items = [
    framed('event', event),
    framed('attachment', file),
    framed('user_report', feedback),
  ];
  writeFileSync(bodyFile, Buffer.concat([Buffer.from('{}\n'), ...items]));
  const envelope = await readSpooledEnvelope({ body: Buffer.of(), bodyFile }, new ItemTypes());
  if (!envelope.ok) throw new Error(envelope.detail);
  const [first, second, third] = envelope.items;
  expect(first!.payload.equals(event)).toBe(true);
  expect(third!.payload.equals(feedback)).toBe(true);
  const pieces: Buffer[] = [];
  for await (const piece of second!.read()) pieces.push(Buffer.from(piece));
  expect(Buffer.concat(pieces).equals(file)).toBe(true);
});
