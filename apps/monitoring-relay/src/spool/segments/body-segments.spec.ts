import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DiskDouble } from '../../../test/support/disk-double.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { BodyPlace } from './body-place.ts';
import { BodySegments } from './body-segments.ts';

const PAGE = 4096;
const SEGMENT_BYTES = 4 * PAGE;

let folder: string;
let disk: DiskDouble;
let segments: BodySegments;

/** Opens the segments. `reports` says how many reports name each segment. */
function open(reports: readonly [number, number][] = [], bodyBytes?: Map<number, number>): void {
  const rows = { reports: new Map(reports), bodyBytes };
  segments = new BodySegments({ folder, ...rows, disk, segmentBytes: SEGMENT_BYTES });
}

beforeEach(() => {
  folder = join(createTemporaryFolder(), 'segments');
  disk = new DiskDouble();
  open();
});

afterEach(() => segments.close());

const list = (): string[] => (fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : []);
const pages = (letter: string, count: number): string => letter.repeat(count * PAGE);

function write(bodies: readonly string[], isCommitted = true): BodyPlace[] {
  const places = segments.write(bodies.map((body) => Buffer.from(body)));
  segments.settle(isCommitted);
  return places;
}

/** Writes bodies that need a segment each, and releases them. */
function fillAndRelease(count: number): void {
  release(...Array.from({ length: count }, () => write([pages('x', 4)])).flat());
}

function failWith(
  call: 'open' | 'write' | 'sync',
  code: string,
  bodies = ['lost'],
  atCall = 1,
): void {
  disk.fail(call, code, atCall);
  expect(() => write(bodies)).toThrow(code);
  disk.recover();
}

function release(...places: readonly BodyPlace[]): void {
  for (const { segment } of places) segments.release(segment);
  segments.settle(true);
}

const readFiles = (): string[] =>
  list().map((name) => fs.readFileSync(join(folder, name), 'utf8').replaceAll('\0', ''));

const read = (...places: readonly BodyPlace[]) =>
  segments.read(places).map((body) => body && String(body));

describe('padding of body segments', () => {
  it('counts as long as its segment is held', () => {
    const first = write(['one', 'two']);
    expect(segments.paddingBytes).toBe(PAGE - 6);
    const second = write([pages('x', 1), 'x']);
    expect(segments.paddingBytes).toBe(2 * PAGE - 7);
    const third = write([pages('y', 4)]);
    release(...first, ...third);
    expect(segments.paddingBytes).toBe(2 * PAGE - 7);
    release(...second);
    expect(segments.paddingBytes).toBe(0);
  });

  it('counts no more once the segment is reused', () => {
    for (let count = 0; count < 9; count += 1) release(...write(['one']));
    expect(segments.paddingBytes).toBe(0);
    write(['one']);
    expect(segments.paddingBytes).toBe(PAGE - 3);
  });

  it('counts in a reopened segment as the bytes without a body', () => {
    write(['one', 'two']);
    write([pages('x', 4)]);
    segments.close();
    open([[1, 1]], new Map([[1, 3]]));
    expect(segments.paddingBytes).toBe(PAGE - 3);
    segments.release(1);
    segments.settle(true);
    expect(segments.paddingBytes).toBe(0);
  });
});

describe('bodies in segments', () => {
  it('are read back in the requested order, from any segment', () => {
    const places = [...write(['one', 'two', '']), ...write([pages('x', 4)]), ...write(['three'])];
    expect(places.map(({ segment }) => segment)).toEqual([1, 1, 1, 2, 3]);
    expect(read(...places.toReversed())).toEqual(['three', pages('x', 4), '', 'two', 'one']);
  });

  it('have memory of their own, which can be handed to another thread', () => {
    const [one, two] = segments.read(write(['one', 'two']));
    expect(one!.buffer.byteLength).toBe(3);
    expect(two!.buffer).not.toBe(one!.buffer);
  });

  it('are written and synced at once for a commit, before `write` returns', () => {
    segments.write([Buffer.from('one'), Buffer.from('two')]);
    expect(disk.calls).toEqual(['open 1', 'write 1', 'sync 1']);
  });

  it('begin on a new page after another commit, so that acknowledged bytes are not rewritten', () => {
    write(['one', 'two']);
    expect(write(['three'])).toMatchObject([{ segment: 1, offset: PAGE }]);
  });

  it('go on in the next segment where they have no room, and are not cut', () => {
    const places = write([pages('a', 3), pages('b', 2), pages('c', 1)]);
    const found = places.map(({ segment, offset }) => `${segment} at ${offset / PAGE}`);
    expect(found).toEqual(['1 at 0', '2 at 0', '2 at 2']);
  });

  it('have a segment for themselves where they are larger than one', () => {
    const places = write(['one', pages('x', 5), 'two']);
    expect(places.map(({ segment }) => segment)).toEqual([1, 2, 3]);
    expect(read(...places)).toEqual(['one', pages('x', 5), 'two']);
  });

  it.each([
    ['is gone', () => fs.rmSync(join(folder, '1'))],
    ['was cut', () => fs.truncateSync(join(folder, '1'), PAGE + 2)],
    ['has something else', () => fs.writeFileSync(join(folder, '1'), pages('?', 4))],
  ])('are missing when their segment %s', (_, damage) => {
    const [, cut, other] = [...write(['one']), ...write(['two']), ...write([pages('x', 4)])];
    damage();
    expect(read(cut!, other!)).toEqual([undefined, pages('x', 4)]);
  });
});

describe('a segment', () => {
  it('is reused from its beginning once all its bodies are released', () => {
    release(...write(['one', 'two']));
    expect(write(['three'])).toMatchObject([{ segment: 1, offset: 0 }]);
  });

  it('is not reused before the commit that releases its last body is done', () => {
    const [place] = write(['one']);
    segments.release(place!.segment);
    segments.settle(false);
    write(['two']);
    expect(read(place!)).toEqual(['one']);
  });

  it('is not reused when one commit releases its bodies and adds more', () => {
    const [old] = write(['old']);
    const [place] = segments.write([Buffer.from('new')]);
    segments.release(old!.segment);
    segments.settle(true);
    write(['newer']);
    expect(read(place!)).toEqual(['new']);
  });

  it('is not reused after a failed commit, of which bytes may be on the disk', () => {
    write(['lost'], false);
    expect(write(['kept'])).toMatchObject([{ segment: 1, offset: PAGE }]);
  });

  it('stays after a failed commit until the next, since its rows may be on the disk', () => {
    write([pages('x', 4)], false);
    write([pages('y', 4)], false);
    write([pages('z', 4)], false);
    expect(list()).toEqual(['1', '2', '3']);
    expect(write(['kept'])).toMatchObject([{ segment: 4, offset: 0 }]);
    expect(write([pages('a', 4)])).toMatchObject([{ segment: 2, offset: 0 }]);
    expect(list()).toEqual(['1', '2', '4']);
  });

  it('is reused after it was left, and shows nothing of its old bodies', () => {
    const first = write([pages('a', 4)]);
    const second = write([pages('b', 4)]);
    release(...first);
    const third = write([pages('c', 4)]);
    expect(third).toMatchObject([{ segment: 1, offset: 0 }]);
    const found = read(...first, ...second, ...third);
    expect(found).toEqual([undefined, pages('b', 4), pages('c', 4)]);
  });

  it('stays as long as one report has its body there', () => {
    const [one, two] = write(['one', 'two']);
    write([pages('x', 4)]);
    release(one!);
    write([pages('y', 4)]);
    expect(read(two!)).toEqual(['two']);
  });

  it('is removed where two spares exist, and as a spare when released bodies are cleared', () => {
    const burst = Array.from({ length: 10 }, () => write([pages('x', 4)])).flat();
    expect(list()).toHaveLength(10);
    release(...burst);
    expect(list()).toHaveLength(3);
    expect(segments.clear(() => new Map())).toBe(true);
    expect(list()).toEqual([]);
    expect(read(...write(['next']))).toEqual(['next']);
  });

  it('keeps only the bodies that rows name when it is cleared', () => {
    const [one, two, three] = write(['one', 'two', 'three']);
    const four = write(['four'])[0]!;
    release(one!, three!);
    const named = new Map([[1, [four, two!]]]);
    expect(segments.clear(() => named)).toBe(true);
    const bytes = fs.readFileSync(join(folder, '1'));
    expect(String(bytes).replaceAll('\0', ' ').trim().split(/ +/)).toEqual(['two', 'four']);
    expect(bytes).toHaveLength(2 * PAGE);
    expect(read(two!, four)).toEqual(['two', 'four']);
    expect(write(['next'])).toMatchObject([{ segment: 2 }]);
  });

  it('waits for the next turn where more than eight segments are to be cleared', () => {
    for (let count = 0; count < 9; count += 1) {
      release(write(['gone', pages('x', 3)])[0]!);
    }
    expect([1, 2].map(() => segments.clear(() => new Map()))).toEqual([false, true]);
    expect(readFiles().join('')).not.toContain('gone');
  });

  it('is cleared of old bytes that were overwritten only in part', () => {
    release(...write([pages('a', 4)]));
    release(...write([pages('b', 4)]));
    const [kept] = write(['kept']);
    segments.clear(() => new Map([[kept!.segment, [kept!]]]));
    expect(readFiles()).toEqual(['kept']);
  });

  it('is not cleared after a failed commit until the next one', () => {
    const [kept] = write(['kept'], false);
    expect(segments.clear(() => new Map())).toBe(false);
    expect(read(kept!)).toEqual(['kept']);
  });

  it.each([
    ['no offset', { offset: Number.NaN }],
    ['an offset beyond all files', { offset: 2 ** 62 }],
    ['a negative offset', { offset: -PAGE, bytes: 3 }],
  ])('keeps the bodies of other rows when it is cleared and a row is damaged: %s', (_, damage) => {
    const [one, two, three] = write(['one', 'two', 'three']);
    release(one!);
    segments.clear(() => new Map([[1, [{ ...three!, ...damage }, two!]]]));
    expect(read(two!)).toEqual(['two']);
  });
});

describe('a full disk', () => {
  it('keeps nothing of a commit, and takes the next one once it has room', () => {
    const [before] = write(['before']);
    failWith('write', 'ENOSPC');
    expect(write(['after'])).toMatchObject([{ segment: 1, offset: PAGE }]);
    expect(read(before!)).toEqual(['before']);
  });

  it('may take a body in several parts', () => {
    disk.takesAtMost(10);
    const [place] = write([pages('x', 1)]);
    expect(read(place!)).toEqual([pages('x', 1)]);
  });

  it('gets the room of idle segments when a commit fails', () => {
    fillAndRelease(4);
    expect(list()).toHaveLength(3);
    segments.settle(false);
    expect(list()).toHaveLength(1);
  });

  it('may refuse a new segment, and have room for it later', () => {
    failWith('open', 'ENOSPC');
    const [place] = write(['kept']);
    expect(read(place!)).toEqual(['kept']);
  });
});

describe('a failed sync', () => {
  it('ends the use of its segment, even when later syncs succeed', () => {
    const [before] = write(['before']);
    failWith('sync', 'EIO');
    const [after] = write(['after']);
    expect(after).toMatchObject({ segment: 2, offset: 0 });
    expect(read(before!, after!)).toEqual(['before', 'after']);
    // An empty segment is removed then, and not kept as a spare.
    release(before!);
    expect(list()).toEqual(['2']);
  });

  it('has the same effect as a write that fails for another reason than room', () => {
    failWith('write', 'EIO');
    expect(write(['after'])).toMatchObject([{ segment: 2 }]);
    expect(list()).toEqual(['2']);
  });

  it('drops a commit over two segments, and no bodies of other commits', () => {
    const [before] = write(['before']);
    failWith('sync', 'EIO', [pages('a', 3), pages('b', 3)], 2);
    const [after] = write(['after']);
    expect(read(before!, after!)).toEqual(['before', 'after']);
    release(before!, after!);
    expect(list().length).toBeLessThanOrEqual(3);
  });
});

describe('an unreadable page', () => {
  const attempt = (...places: readonly BodyPlace[]) => {
    try {
      return read(...places);
    } catch (error) {
      return String(error);
    }
  };

  it('costs no body behind it in the same run', () => {
    const places = write([pages('a', 1), pages('b', 1), pages('c', 1)]);
    disk.breakPageAt(PAGE);
    for (let count = 1; count < 5; count += 1) expect(attempt(...places)).toBe('Error: EIO');
    expect(attempt(...places)).toEqual([pages('a', 1), undefined, pages('c', 1)]);
  });

  it('costs no body once it can be read again', () => {
    const places = write([pages('a', 1), pages('b', 1)]);
    for (let round = 0; round < 3; round += 1) {
      disk.breakPageAt(0);
      for (let count = 1; count < 5; count += 1) expect(attempt(...places)).toBe('Error: EIO');
      disk.recover();
      expect(read(places[0]!)).toEqual([pages('a', 1)]);
    }
  });
});

describe('an impossible place of a body', () => {
  it.each([
    ['far more bytes', { bytes: 2 ** 40 + 3 }],
    ['more bytes than Buffers have', { bytes: 2 ** 32 }],
    ['a negative length', { bytes: -1 }],
    ['a negative offset', { offset: -PAGE }],
    ['an offset beyond all files', { offset: 2 ** 62 }],
    ['an invalid segment number', { segment: -1 }],
  ])('has no body, and costs no body beside it: %s', (_, damage) => {
    const [one, two, three] = write(['one', 'two', 'three']);
    expect(read(one!, { ...two!, ...damage }, three!)).toEqual(['one', undefined, 'three']);
  });
});

describe('reopened body segments', () => {
  it('read the bodies that rows name, and write to none of their segments', () => {
    const [one] = [...write(['one']), ...write(['two'])];
    segments.close();
    open([[1, 1]]);
    expect(write(['new'])).toMatchObject([{ segment: 2, offset: 0 }]);
    expect(read(one!)).toEqual(['one']);
  });

  it('remove segments that no row names, and write nothing', () => {
    write(['one']);
    write([pages('x', 4)]);
    segments.close();
    disk.calls.length = 0;
    open([[2, 1]]);
    expect(list()).toEqual(['2']);
    expect(disk.calls).toEqual([]);
  });

  it('reuse a segment of an earlier opening once it is empty', () => {
    const [one] = write(['one']);
    segments.close();
    open([[1, 1]]);
    write([pages('x', 4)]);
    release(one!);
    expect(write([pages('y', 1)])).toMatchObject([{ segment: 1, offset: 0 }]);
  });

  it.each([2 ** 62, 1.5])('count on as before when a damaged row names segment %d', (number) => {
    open([[number, 1]]);
    expect(write(['new'])).toMatchObject([{ segment: 1 }]);
  });

  it('never write to a file that appears later', () => {
    write(['one']);
    fs.writeFileSync(join(folder, '2'), 'whose?');
    const [place] = write([pages('x', 4)]);
    expect(place).toMatchObject({ segment: 3, offset: 0 });
    expect(fs.readFileSync(join(folder, '2'), 'utf8')).toBe('whose?');
  });

  it('reuse no number that a row has, though its segment is gone', () => {
    open([[7, 1]]);
    expect(write(['new'])).toMatchObject([{ segment: 8 }]);
  });
});
