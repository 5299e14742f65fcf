import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { findOnPath } from '../../../scripts/support/find-on-path.mjs';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const REPORTS = 5;
const strace = process.env['ERRATA_STRACE'] || findOnPath(['strace']);

async function send(relay: RelayProcess): Promise<string> {
  const eventId = createEventId();
  expect((await relay.send(createEnvelope({ eventId }))).status).toBe(200);
  return eventId;
}

it('the relay runs on a spool that syncs every commit', async () => {
  const relay = await RelayProcess.start({ dataDir: createTemporaryFolder({ onDisk: true }) });
  await send(relay);
  expect(relay.printed).toMatch(/spool \w+ \(journal_mode wal, synchronous FULL\)/);
  expect(await relay.terminate()).toBe(0);
});

if (strace)
  it('the relay syncs a report before it answers, by its system calls', expectSyncedOrder);
else {
  it(
    'the relay writes a report before it answers, by its files, as there is no strace',
    expectWritten,
  );
}

async function expectSyncedOrder(): Promise<void> {
  const folder = createTemporaryFolder({ onDisk: true });
  const trace = join(folder, 'trace');
  const calls = 'trace=fsync,fdatasync,pwrite64,pwritev,read,write,writev,openat';
  const relay = await RelayProcess.start({
    dataDir: folder,
    // `-D` keeps the relay as the child of this process, so that it gets the signals.
    under: [strace!, '-D', '-f', '-y', '-s', '64', '-o', trace, '-e', calls],
  });
  for (let count = 0; count < REPORTS; count += 1) await send(relay);
  await relay.terminate();
  const order = readCalls(readFileSync(trace, 'utf8'));
  expect(order.match(/taken/g)).toHaveLength(REPORTS);
  // The expected order: the relay reads the socket, syncs the body in a segment, syncs the row in
  // the spool's log, and answers last.
  const kept = 'kept (?:kept synced )+(?:written )+(?:synced )+';
  expect(order).toMatch(
    new RegExp(`^(?:(?:synced )*taken (?:written |synced )*${kept}answered ){${REPORTS}}`),
  );
}

/**
 * Checks what is visible without strace: when the answer arrives, a segment holds the body and the
 * spool's log holds its row.
 */
async function expectWritten(): Promise<void> {
  const dataDir = createTemporaryFolder({ onDisk: true });
  const relay = await RelayProcess.start({ dataDir });
  const folder = join(dataDir, 'spool', readdirSync(join(dataDir, 'spool'))[0]!);
  const files = [join(folder, 'spool.sqlite-wal'), join(folder, 'segments', '1')];
  for (let count = 0; count < REPORTS; count += 1) {
    const eventId = await send(relay);
    for (const file of files) expect(readFileSync(file).includes(eventId)).toBe(true);
  }
  expect(await relay.terminate()).toBe(0);
}

function readCalls(trace: string): string {
  return joinCalls(trace)
    .map((line) => {
      if (/ pwritev?(?:64)?\(\d+<[^>]*\/segments\/\d+>/.test(line)) return 'kept ';
      if (/ fdatasync\(\d+<[^>]*\/segments\/\d+>/.test(line)) return 'kept synced ';
      if (/ pwrite64\(\d+<[^>]*spool\.sqlite-wal>/.test(line)) return 'written ';
      if (/ f(?:data)?sync\(\d+<[^>]*spool\.sqlite-wal>/.test(line)) return 'synced ';
      if (/ read\(\d+<[^>]*socket[^>]*>, "POST \/api/.test(line)) return 'taken ';
      if (/ writev?\(\d+<[^>]*socket[^>]*>.*HTTP\/1\.1 200 OK/.test(line)) return 'answered ';
      return '';
    })
    .join('')
    .replace(/^.*?(?=taken)/, '')
    .replaceAll(/(?<=answered )(?:written |synced |kept )+(?=taken|$)/g, '');
}

/** Joins the two lines that strace writes for a call when another thread's call comes between. */
function joinCalls(trace: string): string[] {
  const begun = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const { thread, beginning, end } =
      /^(?<thread>\d+) +(?:(?<beginning>.*) <unfinished \.\.\.>|<\.\.\. \w+ resumed>(?<end>.*))$/.exec(
        line,
      )?.groups ?? {};
    if (thread === undefined) return line;
    if (beginning === undefined) return `${thread} ${begun.get(thread)}${end}`;
    begun.set(thread, beginning);
    return [];
  });
}
