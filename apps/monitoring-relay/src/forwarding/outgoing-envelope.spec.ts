import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { type OutgoingEnvelope, openEnvelope } from './outgoing-envelope.ts';

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

/** Whether this process has the file open. */
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
  ['a file', (text: string) => ({ file: writeBody(text) })],
])('is the same envelope with another DSN, from %s', async (_, toBody) => {
  for (const rest of [REST, `${REST}${'x'.repeat(300_000)}`]) {
    const envelope = await openEnvelope(toBody(`{"dsn":"https://a@b.example/1"}\n${rest}`), DSN);
    expect(await read(envelope)).toBe(`{"dsn":"${DSN}"}\n${rest}`);
  }
});

it('leaves no file open when it is never sent', async () => {
  const file = writeBody(`{}\n${REST}`);
  const { body } = await openEnvelope({ file }, DSN);
  const closed = new Promise((resolve) => (body as Readable).once('close', resolve));
  (body as Readable).destroy();
  await closed;
  expect(isOpen(file)).toBe(false);
});
