import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { ClockDouble } from '#telemetry/testing';
import { UploadsService } from './uploads.service.ts';

it.each([
  ['on SQLite', { minFreeDiskBytes: 2 ** 52 }, 'disk_full'],
  ['on SQLite, while the disk has room', { minFreeDiskBytes: 0 }, 'kept'],
  ['on PostgreSQL', { minFreeDiskBytes: 2 ** 52, databaseUrl: 'postgres://a' }, 'kept'],
])(
  'UploadsService takes a chunk only while the disk has room for it: %s',
  async (_, traits, end) => {
    const chunks = { add: async () => 'kept' };
    const config = { dataDir: tmpdir(), ...traits };
    const uploads = new UploadsService(
      chunks as never,
      undefined as never,
      new ClockDouble(),
      config as never,
    );
    expect(await uploads.addChunk('a', Readable.from([]))).toBe(end);
  },
);
