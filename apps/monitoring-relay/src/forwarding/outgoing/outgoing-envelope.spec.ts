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

function writeBody(text: string): string {
  const file = join(createTemporaryFolder(), 'body');
  writeFileSync(file, text);
  return file;
}

const inFile = (text: string, fileBytes = text.length) => ({ file: writeBody(text), fileBytes });

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

it('openEnvelope leaves no file open when its envelope is never sent', async () => {
  const stored = inFile(`{}\n${REST}`);
  const { body } = await openEnvelope(stored, DSN);
  const closed = new Promise((resolve) => (body as Readable).once('close', resolve));
  (body as Readable).destroy();
  await closed;
  expect(isOpen(stored.file)).toBe(false);
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

  it('fails as our own fault, and never seems whole, when its file goes during the send', async () => {
    const stored = inFile(`{}\n${REST}`);
    const envelope = await openEnvelope(stored, DSN);
    rmSync(stored.file);
    await expect(read(envelope)).rejects.toThrow('ENOENT');
    expect(envelope.fault).toBeInstanceOf(BodyFault);
  });

  it('fails when its file was cut, and never seems whole', async () => {
    const envelope = await openEnvelope(inFile(`{}\n${REST}`, 1000), DSN);
    await expect(read(envelope)).rejects.toThrow('was cut');
    expect(envelope.fault?.message).toBe('its file was cut');
  });

  it('has no fault when the receiver breaks off', async () => {
    const envelope = await openEnvelope(inFile(`{}\n${'x'.repeat(1_000_000)}`), DSN);
    const closed = new Promise((resolve) => (envelope.body as Readable).once('close', resolve));
    (envelope.body as Readable).destroy();
    await closed;
    expect(envelope.fault).toBeUndefined();
  });
});
