import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { SpoolRoom } from './spool-room.ts';

silenceLog();

const bounds = { maxReports: 10, maxBytes: 1000, minFreeDiskBytes: 0 };

interface Waiting {
  readonly queued?: { readonly reports: number; readonly bytes: number };
  readonly padding?: number;
  readonly forwards?: { readonly reports: number; readonly bytes: number };
}

const nothing = { reports: 0, bytes: 0 };

function createRoom(
  { queued = nothing, padding = 0, forwards = nothing }: Waiting = {},
  { mode = 'process' as 'process' | 'forward', dataDir = tmpdir(), minFreeDiskBytes = 0 } = {},
): SpoolRoom {
  const spool = {
    queuedReports: queued.reports,
    queuedBytes: queued.bytes,
    heldBytes: queued.bytes + padding,
    forwards: { amount: forwards } as never,
  };
  const forwarding = { maxBytes: 500, maxAgeMs: 1 };
  return new SpoolRoom(spool, {
    dataDir,
    mode,
    forwarding,
    room: { ...bounds, minFreeDiskBytes },
  });
}

describe('SpoolRoom', () => {
  it.each<[string, string | undefined, Waiting]>([
    ['nothing waits', undefined, {}],
    ['one report fewer than the bound waits', undefined, { queued: { reports: 9, bytes: 999 } }],
    ['as many reports wait', '10 reports wait.', { queued: { reports: 10, bytes: 1 } }],
    [
      'as many bytes wait',
      'The reports that wait take 1000 bytes.',
      { queued: { reports: 1, bytes: 1000 } },
    ],
    [
      'files hold as many bytes',
      'The reports that wait take 1000 bytes.',
      { queued: { reports: 1, bytes: 400 }, padding: 600 },
    ],
    ['only forwards wait', undefined, { forwards: { reports: 99, bytes: 9999 } }],
  ])('finds in a relay that processes, when %s: %s', (_, lack, waiting) => {
    expect(createRoom(waiting).findLack()).toBe(lack);
  });

  it.each<[string, string | undefined, Waiting]>([
    ['one byte less than the bound', undefined, { forwards: { reports: 1, bytes: 499 } }],
    [
      'as many bytes',
      'The reports that wait take 500 bytes.',
      { forwards: { reports: 1, bytes: 500 } },
    ],
    [
      'as many bytes with those that files hold',
      'The reports that wait take 500 bytes.',
      { forwards: { reports: 1, bytes: 400 }, padding: 100 },
    ],
    ['as many reports', '10 reports wait.', { forwards: { reports: 10, bytes: 1 } }],
  ])('finds in a relay that only forwards, for %s: %s', (_, lack, waiting) => {
    expect(createRoom(waiting, { mode: 'forward' }).findLack()).toBe(lack);
  });

  it('finds that less than the bound of the disk is free, once it has measured', async () => {
    const room = createRoom({}, { minFreeDiskBytes: 2 ** 52 });
    expect(room.findLack()).toBeUndefined();
    await room.measure();
    expect(room.findLack()).toMatch(/^Less than \d+ bytes of the disk are free\.$/);
    expect(room.usedDiskShare).toEqual(expect.any(Number));
  });

  it('finds no lack when it cannot tell how much of the disk is free', async () => {
    const room = createRoom({}, { minFreeDiskBytes: 2 ** 52, dataDir: '/does/not/exist' });
    await room.measure();
    expect(room.findLack()).toBeUndefined();
    expect(room.usedDiskShare).toBeUndefined();
  });
});
