import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ALL, EVERY, useSpool } from '../../../test/support/use-spool.ts';
import type { IncomingReport } from '../ports/spool-intake.ts';
import { takeRows } from './copied-rows.ts';
import { copySpool } from './copy-spool.ts';

const PAGE = 4096;
const DAMAGED = expect.stringContaining('damaged');

let target: string;

beforeEach(() => {
  target = createTemporaryFolder();
});

const { spool, locate, append, spill, settleForwards, ...held } = useSpool(() => ({
  segmentBytes: 8 * PAGE,
}));

type Work = () => Promise<unknown>;

const copyWhile = (...works: Work[][]) =>
  copySpool({ from: locate(), to: target }, async (from, to) => {
    const rows = await takeRows(from, to);
    for (const work of works.shift() ?? []) await work();
    return rows;
  });

/** The new body overwrites old bodies of the segment that no row names any more. */
const next = (): Promise<number> => append('next');
const settle = (...ids: number[]): Promise<void> => spool.settle(ids);

interface Content {
  readonly queued: readonly string[];
  readonly toForward: readonly (string | undefined)[];
}

async function readCopy(): Promise<Content> {
  held.reopen(target);
  const toForward = spool.forwards.list(1, EVERY).map(({ id }) => held.readForward(id));
  return { queued: await held.claimBodies(), toForward };
}

const nothing: Content = { queued: [], toForward: [] };

describe('the copy of an idle spool', () => {
  it('has the reports to process and to forward, with bodies in segments and files', async () => {
    await append('one');
    await spill('large');
    await append('for both', { forwarding: 'also' });
    await settle(await append('is processed', { forwarding: 'also' }));
    await append('alone', { forwarding: 'alone' });
    await settle(await spill('is processed, too', { forwarding: 'also' }));
    const found = await copyWhile();
    expect(found).toMatchObject({ queued: 3, forwards: 4, keys: [] });
    const toForward = ['for both', 'is processed', 'alone', 'is processed, too'];
    expect(await readCopy()).toEqual({ queued: ['one', 'large', 'for both'], toForward });
  });

  it('has both queues in full, however long they are', async () => {
    const texts = Array.from({ length: 450 }, (_, index) => `report ${index}`);
    for (const [index, text] of texts.entries()) {
      await append(text, { forwarding: index % 2 === 0 ? 'also' : 'alone' });
    }
    expect(await copyWhile()).toMatchObject({ queued: 225, forwards: 450 });
    expect((await readCopy()).toForward).toEqual(texts);
  });

  it('keeps damaged reports damaged', async () => {
    for (const text of ['one', 'two']) await append(text);
    const inFile = await spill('large', { forwarding: 'also' });
    await settle(await append('alone', { forwarding: 'also' }), inFile);
    for (const part of ['segments', 'bodies']) {
      const [name] = readdirSync(locate(part)) as [string];
      writeFileSync(locate(part, name), 'cut');
    }
    expect(await copyWhile()).toMatchObject({ queued: 2, forwards: 2 });
    const expected = { queued: [DAMAGED, DAMAGED], toForward: [undefined, undefined] };
    expect(await readCopy()).toEqual(expected);
  });

  it('is empty where the spool was just being made', async () => {
    const from = createTemporaryFolder();
    writeFileSync(join(from, 'spool.sqlite'), '');
    const nothingCopied = { version: 0, queued: 0, forwards: 0, keys: [] };
    expect(await copySpool({ from, to: target }, takeRows)).toEqual(nothingCopied);
  });
});

describe('the copy of a spool whose relay goes on', () => {
  const third = () => append('third');
  const interleavings: [string, (id: number) => Work[][], string[]][] = [
    ['leaves out a report that was settled before', (id) => [[() => settle(id), next]], ['next']],
    [
      'leaves out a report that arrived during the copy and was settled before',
      (id) => [
        [() => settle(id), next],
        [() => settle(id + 1), third],
      ],
      [],
    ],
    [
      'has a report that arrived during the copy and waits',
      (id) => [[() => settle(id), next], [third]],
      ['next'],
    ],
  ];

  describe.each([
    ['in a segment', append],
    ['in a file', spill],
  ])('a body %s', (_, put) => {
    it.each(interleavings)('is copied: %s', async (__, toWorks, queued) => {
      await copyWhile(...toWorks(await put('first')));
      expect(await readCopy()).toEqual({ ...nothing, queued });
    });

    it('keeps a report that was settled after its body was copied', async () => {
      const id = await put('first');
      await copyWhile();
      await settle(id);
      await next();
      expect(await readCopy()).toEqual({ ...nothing, queued: ['first'] });
    });
  });

  it.each<[string, IncomingReport['forwarding'], (id: number) => Promise<unknown>, string[]]>([
    ['that was forwarded', 'alone', settleForwards, []],
    [
      'that was processed and forwarded',
      'also',
      (id) => settle(id).then(() => settleForwards(id)),
      [],
    ],
    ['that was processed and is still to be forwarded', 'also', settle, ['first', 'first']],
  ])(
    'agrees with the queue of forwards about a report %s',
    async (_, forwarding, leave, expected) => {
      const placed = await append('first', { forwarding });
      const inFile = await spill('first', { forwarding });
      await copyWhile([() => leave(placed), () => leave(inFile), next]);
      expect((await readCopy()).toForward).toEqual(expected);
    },
  );
});

describe('the copy of a spool during compaction', () => {
  it('has every body to forward, though compaction moves them', async () => {
    const toForward = 'abcdefghijkl'.split('').map((letter) => letter.repeat(PAGE));
    // Leaves one body to be forwarded in each segment, which compaction cannot move.
    held.refuse('UPDATE ON forwards');
    for (const text of toForward) {
      await append(text, { forwarding: 'alone' });
      for (let other = 0; other < 7; other += 1) await append('of another'.repeat(400));
    }
    await settle(...(await spool.claim(ALL)).map(({ id }) => id));
    await spool.forwards.compact();
    held.allow();
    await copyWhile([
      async () => {
        await spool.forwards.compact();
        for (let count = 0; count < 30; count += 1) await settle(await append('later'.repeat(800)));
      },
    ]);
    expect((await readCopy()).toForward).toEqual(toForward);
  });
});
