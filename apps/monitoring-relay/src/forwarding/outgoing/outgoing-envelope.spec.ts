import { once } from 'node:events';
import { readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { BodyFault, type OutgoingEnvelope, openEnvelope } from './outgoing-envelope.ts';

const DSN = 'https://up@up.example/5';
const REST = '{"type":"event"}\n{"message":"a"}\n';

async function read({ body }: OutgoingEnvelope): Promise<string> {
  const bytes = body instanceof Readable ? await buffer(body) : body;
  return String(body instanceof Readable || bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
}

function inFile(text: string, fileBytes = text.length) {
  const file = join(createTemporaryFolder(), 'body');
  writeFileSync(file, text);
  return { file, fileBytes };
}

function isOpen(path: string): boolean {
  return readdirSync('/proc/self/fd').some((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      return false;
    }
  });
}

it.each([
  ['bytes', (text: string) => ({ bytes: Buffer.from(text) })],
  ['a file', (text: string) => inFile(text)],
])('openEnvelope gives the same envelope with another DSN, from %s', async (_, toBody) => {
  for (const rest of [REST, `${REST}${'x'.repeat(300_000)}`]) {
    const envelope = await openEnvelope(toBody(`{"dsn":"https://a@b.example/1"}\n${rest}`), DSN);
    expect(await read(envelope)).toBe(`{"dsn":"${DSN}"}\n${rest}`);
  }
});

describe('an envelope in a file', () => {
  it.each([
    ['is gone', '/not/there', 'ENOENT'],
    ['cannot be read', '/proc/self/mem', 'EIO'],
  ])('is rejected as our own fault when the file %s', async (_, file, code) => {
    const opening = openEnvelope({ file, fileBytes: 10 }, DSN);
    await expect(opening).rejects.toBeInstanceOf(BodyFault);
    await expect(opening).rejects.toThrow(code);
  });

  it.each([
    ['goes during the send', undefined, rmSync, 'ENOENT'],
    ['was cut', 1000, () => undefined, 'its file was cut'],
  ])('fails as our own fault, and never seems whole, when its file %s', async (...row) => {
    const [, fileBytes, damage, message] = row;
    const stored = inFile(`{}\n${REST}`, fileBytes);
    const envelope = await openEnvelope(stored, DSN);
    damage(stored.file);
    await expect(read(envelope)).rejects.toThrow(message);
    expect(envelope.fault).toBeInstanceOf(BodyFault);
    expect(envelope.fault?.message).toContain(message);
  });

  it.each([REST, 'x'.repeat(1_000_000)])(
    'has no fault and leaves no file open when the receiver breaks off',
    async (rest) => {
      const stored = inFile(`{}\n${rest}`);
      const envelope = await openEnvelope(stored, DSN);
      const closed = once(envelope.body as Readable, 'close');
      (envelope.body as Readable).destroy();
      await closed;
      expect(envelope.fault).toBeUndefined();
      expect(isOpen(stored.file)).toBe(false);
    },
  );
});
