import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { inTemporaryFolder } from '../../../bench/processes/place.mjs';
import { makeFullDisk } from '../../../prove/kill/full-disk.mjs';
import type { FillableDisk } from '../../../prove/kill/full-disk.mjs';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

const DISK_BYTES = 64 * 1024 * 1024;
/** The limit on free disk space must not act before the disk is full. */
const env = { DISK_MIN_FREE_BYTES: '0' };

function onSmallDisk(
  work: (disk: FillableDisk, dataDir: string, relay: RelayProcess) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const disk = await makeFullDisk(folder, DISK_BYTES);
    try {
      const dataDir = join(disk.folder, 'data');
      mkdirSync(dataDir);
      const relay = await RelayProcess.start({ dataDir, env: { ...env, ...settings } });
      await work(disk, dataDir, relay).finally(() => relay.kill());
    } finally {
      await disk.remove();
    }
  });
}

it('a relay acknowledges no report on a full disk, and takes reports once there is room', () =>
  onSmallDisk(async (disk, dataDir, relay) => {
    const [before, refused, after] = [createEventId(), createEventId(), createEventId()];
    expect((await relay.send(createEnvelope({ eventId: before }))).status).toBe(200);
    await relay.drained();

    await disk.makeFull({ pid: relay.pid, random: () => 0 });
    const answer = await relay.send(createEnvelope({ eventId: refused }));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    // An id in the answer would tell the SDK that the event was kept.
    const detail = 'The relay cannot store reports at the moment.';
    expect(await answer.json()).toEqual({ detail });
    expect(answer.headers.get('x-sentry-error')).toBe(detail);

    await disk.makeRoom({ pid: relay.pid });
    const taken = await relay.send(createEnvelope({ eventId: after }));
    expect([taken.status, await taken.json()]).toEqual([200, { id: after }]);
    await relay.drained();
    expect(await relay.terminate()).toBe(0);
    expect(new Set(readStoredEvents(dataDir).ids)).toEqual(new Set([before, after]));
  }));

it('a relay does not start on a disk that is all but full, and says what may be deleted', () =>
  onSmallDisk(async (disk, dataDir, relay) => {
    await disk.makeFull({ pid: relay.pid, random: () => 0 });
    await relay.kill();
    const next = new RelayProcess({ dataDir, port: 0, env });
    // A limit on the files of a process ends with that process.
    if (disk.kind !== 'small file system') return next.kill();
    expect(await next.exitCode()).toBe(1);
    expect(next.printed).toMatch(/^relay: only .* of the disk of DATA_DIR are free, .* delete /);
    expect(next.printed).toMatch(/ holds errata\.sqlite.*B of the disk are taken by other files\./);
  }));

it('a relay that only forwards acknowledges no report on a full disk, and sends the others', async () => {
  const upstream = await new UpstreamDouble().open();
  const settings = { RELAY_MODE: 'forward', UPSTREAM_DSN: upstream.dsn };
  await onSmallDisk(async (disk, _dataDir, relay) => {
    const [before, refused, after] = [createEventId(), createEventId(), createEventId()];
    upstream.answer = () => ({ status: 503 });
    expect((await relay.send(createEnvelope({ eventId: before }))).status).toBe(200);
    await disk.makeFull({ pid: relay.pid, random: () => 0 });
    expect((await relay.send(createEnvelope({ eventId: refused }))).status).toBe(503);
    await disk.makeRoom({ pid: relay.pid });
    expect((await relay.send(createEnvelope({ eventId: after }))).status).toBe(200);
    upstream.answer = () => ({});
    await eventually('both', () => upstream.taken.length === 2);
    expect(upstream.eventIds).toEqual([before, after]);
    expect(await relay.terminate()).toBe(0);
  }, settings);
});
