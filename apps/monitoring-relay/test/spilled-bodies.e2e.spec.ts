import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import { findOnPath } from '../../../scripts/support/find-on-path.mjs';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { listBodyFiles } from './support/body-files.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { compareWithAcknowledged } from './support/stored-events.ts';
import { createSparseBytes } from './support/sparse-bytes.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const MB = 1024 * 1024;
const strace = process.env['ERRATA_STRACE'] || findOnPath(['strace']);

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function createLarge(eventId: string, payload: Buffer): Buffer {
  const header = JSON.stringify({ type: 'attachment', filename: 'a', length: payload.length });
  return Buffer.concat([Buffer.from(`${createEnvelope({ eventId })}\n${header}\n`), payload]);
}

async function send(relay: RelayProcess, body: Buffer, headers = {}): Promise<number> {
  const answer = await relay.send(body, headers).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status ?? 0;
}

async function keepSending(relay: RelayProcess, acknowledged: Map<string, string>): Promise<void> {
  for (;;) {
    const eventId = createEventId();
    const payload = randomBytes(2 * MB);
    const status = await send(relay, createLarge(eventId, payload));
    if (status === 0) return;
    if (status === 200) acknowledged.set(eventId, digest(payload));
  }
}

async function readStored(
  dataDir: string,
  eventIds: Iterable<string>,
): Promise<Map<string, string[]>> {
  const database = openDatabase({ dataDir });
  const { attachments } = createStores(database);
  const stored = new Map<string, string[]>();
  for (const eventId of eventIds) {
    const digests: string[] = [];
    for (const { id } of await attachments.list(1, eventId)) {
      const chunks: Buffer[] = [];
      for await (const chunk of attachments.read(id)) chunks.push(chunk);
      digests.push(digest(Buffer.concat(chunks)));
    }
    stored.set(eventId, digests);
  }
  await database.close();
  return stored;
}

it('a killed relay keeps every acknowledged attachment, once and whole', async () => {
  const dataDir = createTemporaryFolder({ onDisk: true });
  const [port] = (await findFreePorts(1)) as [number];
  const acknowledged = new Map<string, string>();
  const killed = await RelayProcess.start({ dataDir, port });
  const senders = Array.from({ length: 4 }, () => keepSending(killed, acknowledged));
  await eventually('reports', () => acknowledged.size >= 6);
  await killed.kill();
  await Promise.all(senders);
  const relay = await RelayProcess.start({ dataDir, port });
  await relay.drained();
  expect(await relay.terminate()).toBe(0);
  expect(compareWithAcknowledged(dataDir, [...acknowledged.keys()])).toEqual({
    missing: [],
    twice: [],
    miscounted: [],
  });
  const expected = new Map([...acknowledged].map(([id, of]) => [id, [of]]));
  expect(await readStored(dataDir, acknowledged.keys())).toEqual(expected);
  expect(listBodyFiles(dataDir)).toEqual([]);
});

it('a relay holds a small part of an attachment of 49 MiB during intake and processing', async () => {
  const relay = await RelayProcess.start({ dataDir: createTemporaryFolder({ onDisk: true }) });
  const sendOf = async (bytes: number) => {
    const body = gzipSync(createLarge(createEventId(), createSparseBytes(bytes)));
    expect(await send(relay, body, { 'Content-Encoding': 'gzip' })).toBe(200);
    await relay.drained();
  };
  const readPeak = () =>
    Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${relay.pid}/status`, 'utf8'))?.[1]) / 1024;
  // Warms up, so that all code is loaded and the heap has grown.
  for (let count = 0; count < 3; count += 1) await sendOf(5 * MB);
  const before = readPeak();
  await sendOf(49 * MB);
  expect(readPeak() - before).toBeLessThan(40);
});

it('a relay refuses a body that it cannot write, leaves no file, and takes smaller ones', async () => {
  const dataDir = createTemporaryFolder({ onDisk: true });
  // `ulimit` counts blocks of 512 bytes: files may grow to 4 MiB.
  const under = ['sh', '-c', 'ulimit -f 8192; exec "$@"', 'sh'];
  const relay = await RelayProcess.start({ dataDir, under });
  expect(await send(relay, createLarge(createEventId(), randomBytes(6 * MB)))).toBe(503);
  expect(listBodyFiles(dataDir)).toEqual([]);
  const eventId = createEventId();
  const payload = randomBytes(2 * MB);
  expect(await send(relay, createLarge(eventId, payload))).toBe(200);
  await relay.drained();
  expect(await relay.terminate()).toBe(0);
  expect(await readStored(dataDir, [eventId])).toEqual(new Map([[eventId, [digest(payload)]]]));
});

if (strace) {
  it('a relay syncs the body file, its folder and its row before it answers', async () => {
    const dataDir = createTemporaryFolder({ onDisk: true });
    const trace = join(dataDir, 'trace');
    const calls = 'trace=fsync,fdatasync,unlink,unlinkat,write,writev,pwrite64';
    const under = [strace, '-D', '-f', '-y', '-s', '32', '-o', trace, '-e', calls];
    const relay = await RelayProcess.start({ dataDir, under });
    expect(await send(relay, createLarge(createEventId(), randomBytes(2 * MB)))).toBe(200);
    await relay.drained();
    await relay.terminate();
    const order = readCalls(readFileSync(trace, 'utf8'));
    expect(order).toMatch(
      /^(?:filled )+fileSynced folderSynced (?:rowWritten )+(?:rowsSynced )+answered .*rowWritten (?:rowsSynced (?:answered )*)+removed /,
    );
  });
}

function readCalls(trace: string): string {
  return trace
    .split('\n')
    .map((line) => {
      if (/ p?write(?:64)?\(\d+<[^>]*\/bodies\/\w+>/.test(line)) return 'filled ';
      if (/ fsync\(\d+<[^>]*\/bodies\/\w+>/.test(line)) return 'fileSynced ';
      if (/ fsync\(\d+<[^>]*\/bodies>/.test(line)) return 'folderSynced ';
      if (/ pwrite64\(\d+<[^>]*spool\.sqlite-wal>/.test(line)) return 'rowWritten ';
      if (/ f(?:data)?sync\(\d+<[^>]*spool\.sqlite-wal>/.test(line)) return 'rowsSynced ';
      if (/ writev?\(\d+<[^>]*socket[^>]*>.*HTTP\/1\.1 200/.test(line)) return 'answered ';
      if (/ unlink(?:at)?\(.*\/bodies\//.test(line)) return 'removed ';
      return '';
    })
    .join('')
    .replace(/^.*?(?=filled)/, '');
}
