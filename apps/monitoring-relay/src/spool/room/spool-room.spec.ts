import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import type { SpoolUpkeep } from '../ports/spool-upkeep.ts';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { SpoolRoom } from './spool-room.ts';

silenceLog();

const none = { reports: 0, bytes: 0 };

function createRoom({
  mode = 'process' as 'process' | 'forward',
  queued = none,
  forwards = none,
  padding = 0,
  dataDir = tmpdir(),
  minFreeDiskBytes = 0,
}): SpoolRoom {
  const spool = {
    queuedReports: queued.reports,
    queuedBytes: queued.bytes,
    heldBytes: queued.bytes + padding,
    forwards: { amount: forwards } as SpoolUpkeep['forwards'],
  };
  const room = { maxReports: 10, maxBytes: 1000, minFreeDiskBytes };
  return new SpoolRoom(spool, { dataDir, mode, room, forwarding: { maxBytes: 500, maxAgeMs: 1 } });
}

const FULL = 'The reports that wait take 1.0 kB.';
const FULL_OF_FORWARDS = 'The reports that wait take 500 bytes.';

describe('SpoolRoom', () => {
  it.each([
    ['process', { reports: 9, bytes: 999 }, 0, undefined],
    ['process', { reports: 10, bytes: 1 }, 0, '10 reports wait.'],
    ['process', { reports: 1, bytes: 1000 }, 0, FULL],
    ['process', { reports: 1, bytes: 400 }, 600, FULL],
    ['forward', { reports: 9, bytes: 499 }, 0, undefined],
    ['forward', { reports: 10, bytes: 1 }, 0, '10 reports wait.'],
    ['forward', { reports: 1, bytes: 500 }, 0, FULL_OF_FORWARDS],
    ['forward', { reports: 1, bytes: 400 }, 100, FULL_OF_FORWARDS],
  ] as const)(
    'finds in mode %s for %j and %i bytes of padding: %s',
    (mode, waiting, padding, lack) => {
      const of = mode === 'process' ? { queued: waiting } : { forwards: waiting };
      expect(createRoom({ mode, ...of, padding }).findLack()).toBe(lack);
    },
  );

  it('does not count forwards in a relay that also processes', () => {
    expect(createRoom({ forwards: { reports: 99, bytes: 9999 } }).findLack()).toBeUndefined();
  });

  it('finds too little of the disk free, once it has measured', async () => {
    const room = createRoom({ minFreeDiskBytes: 2 ** 52 });
    expect(room.findLack()).toBeUndefined();
    await room.measure();
    expect(room.isDiskShort).toBe(true);
    expect(room.findLack()).toMatch(
      /^Only .*B of the disk of DATA_DIR are free, and reports are taken from 4503600 GB on\.$/,
    );
  });

  it('finds no lack when it cannot tell how much of the disk is free', async () => {
    const room = createRoom({ minFreeDiskBytes: 2 ** 52, dataDir: '/does/not/exist' });
    await room.measure();
    expect(room.findLack()).toBeUndefined();
  });
});
