import { describe, expect, it } from '@jest/globals';
import { listUnmapped, type Mapped, readPayload, writeStoredEvent } from '#events';
import { listMissedFiles } from './missed-files.ts';

const URL = 'https://shop.example/assets/app.js';
const FRAME = { abs_path: URL, lineno: 1, colno: 9, function: 'o', in_app: true };
const EVENT = {
  platform: 'javascript',
  release: '1.0',
  exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames: [FRAME, FRAME] } }] },
};
const PLACE = { file: 0, source: 'src/cart.js', line: 3, column: 2 };
const CODE = { context: { before: [], line: 'pay()', after: [] } };

function listOf(stacks: Mapped['stacks'] | undefined) {
  const meta = { source: 'event', eventId: 'a'.repeat(32), projectId: 1, receivedAtMs: 5 } as const;
  const mapped = stacks && { files: [{ url: '~/assets/app.js', debugId: 'id' }], stacks };
  const json = writeStoredEvent(mapped ? { ...meta, mapped } : meta, JSON.stringify(EVENT)).join(
    '',
  );
  return listMissedFiles(readPayload(json), () => listUnmapped(json));
}

describe('listMissedFiles', () => {
  it('names a file once, with the build of the event', () => {
    expect(listOf([[{ miss: 'no_map' }, { miss: 'no_map' }]])).toEqual([
      { miss: 'no_map', url: URL, release: '1.0' },
    ]);
  });

  it('names a map that has no code for any frame of the application', () => {
    const missed = { miss: 'no_code', url: '~/assets/app.js', debugId: 'id', release: '1.0' };
    expect(listOf([[PLACE, PLACE]])).toEqual([missed]);
    expect(listOf([[PLACE, { ...PLACE, ...CODE }]])).toEqual([]);
  });

  it('names the files of an event without any lookup', () => {
    expect(listOf(undefined)).toEqual([{ miss: 'no_file', url: URL, release: '1.0' }]);
  });
});
