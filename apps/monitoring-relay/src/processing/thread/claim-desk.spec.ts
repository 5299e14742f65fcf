import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { SpooledReport } from '../../spool/spool.ts';
import { SpoolFile } from '../../spool/spool-file.ts';
import { SqliteSpool } from '../../spool/sqlite-spool.ts';
import { ClaimDesk } from './claim-desk.ts';
import { MAX_HAND_OUTS, MAX_STRIKES, WHILE_RECORDING } from './suspects.ts';
import type { QueueName } from './messages.ts';

const LIMITS = { maxReports: 10, maxBytes: 1_000_000 };

const files: SpoolFile[] = [];
let spool: SqliteSpool;
let announced: number;
let desk: ClaimDesk;

beforeEach(() => {
  spool = openSpool('own');
  announced = 0;
  desk = new ClaimDesk(spool, () => (announced += 1));
});

afterEach(() => {
  for (const file of files.splice(0)) file.close();
});

function openSpool(
  name: string,
  path = join(createTemporaryFolder(), 'spool.sqlite'),
): SqliteSpool {
  const opening = SpoolFile.open(path, name);
  if (!opening.ok) throw new Error(opening.reason);
  files.push(opening.file);
  return new SqliteSpool(opening.file);
}

/** The spool opened anew, as by another process: whoever had it has told nobody that it would go. */
function reopen(): void {
  const file = files.shift()!;
  file.close();
  spool = openSpool('own', file.db.name);
  files.unshift(files.pop()!);
  desk = new ClaimDesk(spool, () => (announced += 1));
}

async function append(count: number, to = spool): Promise<void> {
  for (let report = 0; report < count; report += 1) {
    const contents = { kept: { error: 1 }, filtered: { session: 2 } } as const;
    await to.append(createIncomingReport({ contents }));
  }
}

async function claim(queue: QueueName = 'own'): Promise<number[]> {
  const reports = await desk.answer(queue, { method: 'claim', args: [LIMITS] });
  return (reports as SpooledReport[]).map(({ id }) => id);
}

function settle(ids: readonly number[], queue: QueueName = 'own'): Promise<unknown> {
  return desk.answer(queue, { method: 'settle', args: [ids] });
}

const listFailed = (): unknown[] =>
  files[0]!.db.prepare('SELECT id, reason FROM failed_reports').all();

describe('ClaimDesk', () => {
  it('hands out what is there, and announces what comes after there was nothing', async () => {
    await append(2);
    expect(await claim()).toEqual([1, 2]);
    await append(1);
    expect(announced).toBe(0);
    expect(await claim()).toEqual([3]);
    expect(await claim()).toEqual([]);
    await append(2);
    expect(announced).toBe(1);
  });

  it('hands out what came while it looked and found nothing', async () => {
    const { claim: look } = spool;
    spool.claim = async (limits) => {
      spool.claim = look;
      const found = await spool.claim(limits);
      await append(1);
      return found;
    };
    expect(await claim()).toEqual([1]);
    expect(announced).toBe(0);
  });

  it('hands out what came while it looked also when somebody else asked meanwhile', async () => {
    desk.openLeft(openSpool('left'));
    const { claim: look } = spool;
    spool.claim = async (limits) => {
      spool.claim = look;
      const found = await spool.claim(limits);
      await append(1);
      await claim('left');
      return found;
    };
    expect(await claim()).toEqual([1]);
  });

  it('hands out again, one by one, what a thread had that ended, and then as before', async () => {
    await append(3);
    await claim();
    await append(2);
    expect(await desk.takeBack('gone')).toBeUndefined();
    for (const id of [1, 2, 3]) {
      expect(await claim()).toEqual([id]);
      await settle([id]);
    }
    expect(await claim()).toEqual([4, 5]);
  });

  it('does what a thread said before it ended', async () => {
    await append(2);
    await claim();
    const settling = settle([1]);
    await desk.takeBack('gone');
    await settling;
    expect(await claim()).toEqual([2]);
    expect(await spool.getQueueState(0)).toMatchObject({ depth: 1 });
  });

  it('hands nothing out to a thread that has ended', async () => {
    await append(3);
    await claim();
    await desk.takeBack('gone');
    await claim();
    const waiting = claim();
    await desk.takeBack('gone');
    expect(await waiting).toEqual([]);
    expect(await claim()).toEqual([1]);
  });

  it('keeps a report aside over which two threads hang, alone', async () => {
    await append(2);
    await claim();
    await desk.takeBack('first', true);
    await claim();
    await desk.takeBack('second', true);
    expect(listFailed()).toEqual([]);
    await claim();
    await desk.takeBack('third', true);
    expect(listFailed()).toEqual([{ id: 1, reason: 'Processing ended over it: third' }]);
  });

  it('keeps a report aside that ends four threads alone, and tallies what it held, once', async () => {
    await append(3);
    await claim();
    await desk.takeBack('first');
    for (let strikes = 1; strikes < MAX_STRIKES; strikes += 1) {
      await claim();
      expect(await desk.takeBack('again')).toBe(1);
      expect(listFailed()).toEqual([]);
    }
    await claim();
    await desk.takeBack('last');
    expect(listFailed()).toEqual([{ id: 1, reason: 'Processing ended over it: last' }]);
    await spool.queueTallies();
    expect(await claim()).toEqual([2]);
    await settle([2]);
    await settle(await claim());
    const [tally] = (await desk.answer('own', {
      method: 'claim',
      args: [LIMITS],
    })) as SpooledReport[];
    expect(tally?.tally).toMatchObject([
      { outcome: 'failed', reason: 'processing', kind: 'error', quantity: 1 },
      { outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 2 },
    ]);
  });

  it('blames a report for four times as many ends that come while a database records it', async () => {
    await append(2);
    await claim();
    await desk.takeBack('first');
    for (let ends = 1; ends < MAX_STRIKES / WHILE_RECORDING; ends += 1) {
      expect(await claim()).toEqual([1]);
      desk.noteRecording();
      await desk.takeBack('again');
    }
    expect(listFailed()).toEqual([]);
    await claim();
    desk.noteRecording();
    await desk.takeBack('last');
    expect(listFailed()).toMatchObject([{ id: 1 }]);
  });

  it('blames a report as before that hangs while a database records it', async () => {
    await append(1);
    await claim();
    await desk.takeBack('first', true);
    expect(await claim()).toEqual([1]);
    desk.noteRecording();
    await desk.takeBack('second', true);
    expect(listFailed()).toMatchObject([{ id: 1 }]);
  });

  it('blames no report that was done with since it ended a thread alone', async () => {
    await append(1);
    await claim();
    await desk.takeBack('first');
    await settle(await claim());
    await append(1);
    await claim();
    await desk.takeBack('second');
    await settle(await claim());
    expect(listFailed()).toEqual([]);
  });

  it('hands out one of all spools at a time while some are suspected', async () => {
    const left = openSpool('left');
    desk.openLeft(left);
    await append(2);
    await append(2, left);
    await Promise.all([claim('own'), claim('left')]);
    await desk.takeBack('gone');
    expect(await claim('own')).toEqual([1]);
    let isGiven = false;
    const waiting = claim('left').finally(() => (isGiven = true));
    await spool.probe();
    expect(isGiven).toBe(false);
    await settle([1]);
    expect(await waiting).toEqual([1]);
    await settle([1], 'left');
    await settle(await claim('left'), 'left');
    expect(await claim('left')).toEqual([]);
    await settle(await claim('own'));
    await append(3);
    expect(await claim('own')).toEqual([3, 4, 5]);
  });

  it('goes on with its own after a spool is given up of which a report is in work', async () => {
    const left = openSpool('left');
    desk.openLeft(left);
    await append(1, left);
    await append(2);
    await claim();
    await desk.takeBack('gone');
    expect(await claim('left')).toEqual([1]);
    const waiting = claim();
    const behind = claim('left');
    desk.closeLeft();
    expect(await waiting).toEqual([1]);
    expect(await behind).toEqual([]);
    await settle([1]);
    await settle(await claim());
    const another = openSpool('another');
    desk.openLeft(another);
    await append(2, another);
    await desk.takeBack('gone');
    expect(await claim('left')).toEqual([1, 2]);
    expect(another.mark.read()).toEqual({ ids: [1, 2] });
  });

  it('hands nothing out of a spool that was given up while it looked', async () => {
    const left = openSpool('left');
    await append(1, left);
    desk.openLeft(left);
    const late = claim('left');
    desk.closeLeft();
    const another = openSpool('another');
    desk.openLeft(another);
    expect(await late).toEqual([]);
    await append(2, another);
    expect(await claim('left')).toEqual([1, 2]);
    expect(another.mark.read()).toEqual({ ids: [1, 2] });
  });

  it('suspects nothing of a spool that is let go of', async () => {
    const left = openSpool('left');
    desk.openLeft(left);
    await append(2);
    await append(2, left);
    expect(await claim('left')).toEqual([1, 2]);
    await desk.takeBack('gone');
    desk.closeLeft();
    expect(await claim()).toEqual([1, 2]);
    await expect(claim('left')).rejects.toThrow('no spool');
  });
});

describe('ClaimDesk, after its process has ended', () => {
  /** Ends processes over the first report, alone. */
  async function endOverFirst(times: number): Promise<void> {
    for (let ends = 0; ends < times; ends += 1) {
      expect(await claim()).toEqual([1]);
      reopen();
    }
  }

  it('hands out one by one what was in hand, and then as before', async () => {
    await append(3);
    expect(await claim()).toEqual([1, 2, 3]);
    await append(5);
    await settle([1]);
    reopen();
    for (const id of [2, 3]) {
      expect(await claim()).toEqual([id]);
      await settle([id]);
    }
    expect(await claim()).toEqual([4, 5, 6, 7, 8]);
  });

  it('suspects nothing of what was done with', async () => {
    await append(3);
    await settle(await claim());
    await append(4);
    reopen();
    // The first that comes after what is suspected shows that it has gone.
    expect(await claim()).toEqual([4]);
    expect(await claim()).toEqual([5, 6, 7]);
  });

  it('keeps a report aside over which seven have ended, alone in six of them, and tallies it once', async () => {
    await append(3);
    expect(await claim()).toEqual([1, 2, 3]);
    reopen();
    await endOverFirst(MAX_HAND_OUTS);
    expect(await claim()).toEqual([2]);
    expect(listFailed()).toEqual([
      {
        id: 1,
        reason:
          'Processing ended over it: the relay ended each time that nothing else was in work, 6 times or more.',
      },
    ]);
    await settle([2]);
    await settle(await claim());
    await spool.queueTallies();
    const [tally] = (await desk.answer('own', {
      method: 'claim',
      args: [LIMITS],
    })) as SpooledReport[];
    expect(tally?.tally).toMatchObject([
      { outcome: 'failed', reason: 'processing', quantity: 1 },
      { outcome: 'filtered', quantity: 2 },
    ]);
  });

  it('blames a report for four times as many ends that come while a database records it', async () => {
    await append(2);
    await claim();
    reopen();
    for (let ends = 0; ends < MAX_HAND_OUTS / WHILE_RECORDING; ends += 1) {
      expect(await claim()).toEqual([1]);
      desk.noteRecording();
      // Said of each part of what was claimed.
      desk.noteRecording();
      reopen();
    }
    expect(await claim()).toEqual([2]);
    expect(listFailed()).toMatchObject([{ id: 1 }]);
  });

  it('counts nothing of several that a database records', async () => {
    await append(2);
    await claim();
    desk.noteRecording();
    reopen();
    expect(spool.mark.read()).toEqual({ ids: [1, 2] });
  });

  it('blames nobody for ends over ever other reports', async () => {
    await append(6);
    await claim();
    reopen();
    for (const id of [1, 2, 3, 4, 5, 6]) {
      for (let ends = 1; ends < MAX_HAND_OUTS; ends += 1) {
        expect(await claim()).toEqual([id]);
        reopen();
      }
      expect(await claim()).toEqual([id]);
      await settle([id]);
    }
    expect(listFailed()).toEqual([]);
  });

  it('blames no report that waits for the database', async () => {
    await append(1);
    await claim();
    reopen();
    for (let ends = 0; ends < 9; ends += 1) {
      expect(await claim()).toEqual([1]);
      desk.excuse();
      reopen();
    }
    expect(await claim()).toEqual([1]);
  });

  it('suspects nothing when it was closed, and lets whoever asks late go away empty', async () => {
    await append(3);
    await claim();
    const late = claim();
    desk.close();
    expect(await late).toEqual([]);
    reopen();
    expect(await claim()).toEqual([1, 2, 3]);
  });

  it('finds a report of a spool that another has left', async () => {
    await append(1);
    await claim();
    reopen();
    await endOverFirst(MAX_HAND_OUTS);
    const left = spool;
    desk = new ClaimDesk(openSpool('other'), () => undefined);
    desk.openLeft(left);
    expect(await claim('left')).toEqual([]);
    expect(listFailed()).toMatchObject([{ id: 1 }]);
  });

  it('finds a report of its own also while a spool that was left has such a one', async () => {
    await append(1);
    await claim();
    reopen();
    const left = openSpool('left');
    await append(1, left);
    for (let ends = 0; ends < MAX_HAND_OUTS; ends += 1) {
      left.mark.write({ ids: [1], lone: { id: 1, times: 2 } });
      desk.openLeft(left);
      expect(await claim()).toEqual([1]);
      reopen();
    }
    desk.openLeft(left);
    expect(await claim()).toEqual([]);
    expect(listFailed()).toMatchObject([{ id: 1 }]);
  });

  it('tries again to keep it aside when the spool cannot be written', async () => {
    await append(2);
    await claim();
    reopen();
    await endOverFirst(MAX_HAND_OUTS);
    const { fail } = spool;
    spool.fail = () => Promise.reject(new Error('The disk is full.'));
    await expect(claim()).rejects.toThrow('The disk is full.');
    spool.fail = fail;
    expect(await claim()).toEqual([2]);
    expect(listFailed()).toMatchObject([{ id: 1 }]);
  });

  it.each([
    '',
    'x',
    '1\n',
    '{"ids":["1"]}\n',
    '{"ids":[1],"lone":{"id":1}}\n',
    '{"ids":[1],"lone":{"id":',
  ])('goes on as ever where the mark is %j', async (mark) => {
    await append(3);
    writeFileSync(join(dirname(files[0]!.db.name), 'claims.json'), mark);
    reopen();
    expect(await claim()).toEqual([1, 2, 3]);
  });
});
