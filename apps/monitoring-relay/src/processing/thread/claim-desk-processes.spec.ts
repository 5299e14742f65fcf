import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DeskAtWork } from '../../../test/support/desk.ts';
import { ClaimDesk } from './claim-desk.ts';
import type { QueueCall } from './messages.ts';
import { MAX_HAND_OUTS, RECORDING_WEIGHT } from './suspects.ts';

let work: DeskAtWork<ClaimDesk>;

beforeEach(() => {
  work = new DeskAtWork((spool, announce) => new ClaimDesk(spool, announce));
});

afterEach(() => work.close());

describe('ClaimDesk, after its process has ended', () => {
  /** Ends processes over the first report, alone. */
  async function endOverFirst(times: number): Promise<void> {
    for (let ends = 0; ends < times; ends += 1) {
      expect(await work.claim()).toEqual([1]);
      work.reopen();
    }
  }

  it('hands out one by one what was in hand, and then as before', async () => {
    await work.append(3);
    expect(await work.claim()).toEqual([1, 2, 3]);
    await work.append(5);
    await work.settle([1]);
    work.reopen();
    for (const id of [2, 3]) {
      expect(await work.claim()).toEqual([id]);
      await work.settle([id]);
    }
    expect(await work.claim()).toEqual([4, 5, 6, 7, 8]);
  });

  it('suspects nothing of what was done with', async () => {
    await work.append(3);
    await work.settle(await work.claim());
    await work.append(4);
    work.reopen();
    // The first that comes after what is suspected shows that it has gone.
    expect(await work.claim()).toEqual([4]);
    expect(await work.claim()).toEqual([5, 6, 7]);
  });

  it('keeps a report aside over which seven have ended, alone in six of them, with what it ended in', async () => {
    await work.append(3);
    expect(await work.claim()).toEqual([1, 2, 3]);
    work.reopen();
    await endOverFirst(MAX_HAND_OUTS);
    expect(await work.claim()).toEqual([2]);
    expect(work.listFailed()).toEqual([
      {
        id: 1,
        reason:
          'Processing ended over it: the relay, or its thread, ended again and again while nothing else was in work.',
      },
    ]);
    const [failed] = await work.takeFailed();
    expect(failed?.outcomes).toMatchObject([
      { outcome: 'failed', reason: 'processing', quantity: 1 },
      { outcome: 'filtered', quantity: 2 },
    ]);
  });

  it('blames a report for four times as many ends that come while a database records it', async () => {
    await work.append(2);
    await work.claim();
    work.reopen();
    for (let ends = 0; ends < MAX_HAND_OUTS / RECORDING_WEIGHT; ends += 1) {
      expect(await work.claim()).toEqual([1]);
      work.desk.noteRecording();
      work.reopen();
    }
    expect(await work.claim()).toEqual([2]);
    expect(work.listFailed()).toMatchObject([{ id: 1 }]);
  });

  it('takes no more back of what it has counted than it has counted', async () => {
    await work.append(1);
    await work.claim();
    work.reopen();
    await work.claim();
    work.desk.excuse();
    work.desk.noteRecording();
    expect(work.spool.mark.read()).toEqual({ ids: [1] });
    work.desk.excuse();
    expect(work.spool.mark.read()).toEqual({ ids: [1] });
  });

  it.each<[string, QueueCall]>([
    ['settled', { method: 'settle', args: [[1]] }],
    ['kept aside', { method: 'fail', args: [1, { reason: 'no', outcomes: [] }] }],
  ])('counts an end once, and less, from when a report is to be %s', async (_, call) => {
    await work.append(2);
    await work.claim();
    work.reopen();
    await work.claim();
    const timesAtCalls: unknown[] = [];
    work.spool.settle = work.spool.fail = () => {
      timesAtCalls.push(work.spool.mark.read().lone?.times);
      return Promise.reject(new Error('The disk is full.'));
    };
    const others: QueueCall = { method: 'settle', args: [[7]] };
    for (const each of [others, call, call]) {
      await expect(work.desk.answer('own', each)).rejects.toThrow('The disk is full.');
    }
    expect(timesAtCalls).toEqual([1, RECORDING_WEIGHT, RECORDING_WEIGHT]);
  });

  it('blames nobody for ends over ever other reports', async () => {
    await work.append(6);
    await work.claim();
    work.reopen();
    for (const id of [1, 2, 3, 4, 5, 6]) {
      for (let ends = 1; ends < MAX_HAND_OUTS; ends += 1) {
        expect(await work.claim()).toEqual([id]);
        work.reopen();
      }
      expect(await work.claim()).toEqual([id]);
      await work.settle([id]);
    }
    expect(work.listFailed()).toEqual([]);
  });

  it('blames no report that waits for the database', async () => {
    await work.append(1);
    await work.claim();
    work.reopen();
    for (let ends = 0; ends < 9; ends += 1) {
      expect(await work.claim()).toEqual([1]);
      work.desk.excuse();
      work.reopen();
    }
    expect(await work.claim()).toEqual([1]);
  });

  it('suspects nothing when it was closed, and lets whoever asks late go away empty', async () => {
    await work.append(3);
    await work.claim();
    const late = work.claim();
    work.desk.close();
    expect(await late).toEqual([]);
    work.reopen();
    expect(await work.claim()).toEqual([1, 2, 3]);
  });

  it('finds a report of a spool that another has left', async () => {
    await work.append(1);
    await work.claim();
    work.reopen();
    await endOverFirst(MAX_HAND_OUTS);
    const left = work.spool;
    work.desk = work.openDesk(work.openSpool('other'));
    work.desk.openLeft(left);
    expect(await work.claim('left')).toEqual([]);
    expect(work.listFailed()).toMatchObject([{ id: 1 }]);
  });

  it('finds a report of its own also while a spool that was left has such a one', async () => {
    await work.append(1);
    await work.claim();
    work.reopen();
    const left = work.openSpool('left');
    await work.append(1, left);
    for (let ends = 0; ends < MAX_HAND_OUTS; ends += 1) {
      left.mark.write({ ids: [1], lone: { id: 1, times: 2 } });
      work.desk.openLeft(left);
      expect(await work.claim()).toEqual([1]);
      work.reopen();
    }
    work.desk.openLeft(left);
    expect(await work.claim()).toEqual([]);
    expect(work.listFailed()).toMatchObject([{ id: 1 }]);
  });

  it('tries again to keep it aside when the spool cannot be written', async () => {
    await work.append(2);
    await work.claim();
    work.reopen();
    await endOverFirst(MAX_HAND_OUTS);
    const { fail } = work.spool;
    work.spool.fail = () => Promise.reject(new Error('The disk is full.'));
    await expect(work.claim()).rejects.toThrow('The disk is full.');
    work.spool.fail = fail;
    expect(await work.claim()).toEqual([2]);
    expect(work.listFailed()).toMatchObject([{ id: 1 }]);
  });

  it.each([
    '',
    'x',
    '1\n',
    '{"ids":["1"]}\n',
    '{"ids":[1],"lone":{"id":1}}\n',
    '{"ids":[1],"lone":{"id":',
    '{"ids":[1],"lone":{"id":1,"times":-9}}\n',
    '{"ids":[1],"lone":{"id":1,"times":"5"}}\n',
  ])('goes on as ever where the mark is %j', async (mark) => {
    await work.append(3);
    writeFileSync(join(work.folder, 'claims.json'), mark);
    work.reopen();
    expect(await work.claim()).toEqual([1, 2, 3]);
  });
});
