import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DeskAtWork } from '../../../test/support/desk.ts';
import { ClaimDesk } from './claim-desk.ts';
import { MAX_HAND_OUTS, MAX_STRIKES, RECORDING_WEIGHT } from './suspects.ts';

let work: DeskAtWork<ClaimDesk>;

beforeEach(() => {
  work = new DeskAtWork((spool, announce) => new ClaimDesk(spool, announce));
});

afterEach(() => work.close());

describe('ClaimDesk', () => {
  it('hands out what is there, and announces what comes after there was nothing', async () => {
    await work.append(2);
    expect(await work.claim()).toEqual([1, 2]);
    await work.append(1);
    expect(work.announced).toBe(0);
    expect(await work.claim()).toEqual([3]);
    expect(await work.claim()).toEqual([]);
    await work.append(2);
    expect(work.announced).toBe(1);
  });

  it('hands out what came while it looked and found nothing', async () => {
    const { claim: look } = work.spool;
    work.spool.claim = async (limits) => {
      work.spool.claim = look;
      const found = await work.spool.claim(limits);
      await work.append(1);
      return found;
    };
    expect(await work.claim()).toEqual([1]);
    expect(work.announced).toBe(0);
  });

  it('hands out what came while it looked also when somebody else asked meanwhile', async () => {
    work.desk.openLeft(work.openSpool('left'));
    const { claim: look } = work.spool;
    work.spool.claim = async (limits) => {
      work.spool.claim = look;
      const found = await work.spool.claim(limits);
      await work.append(1);
      await work.claim('left');
      return found;
    };
    expect(await work.claim()).toEqual([1]);
  });

  it('hands out again, one by one, what a thread had that ended, and then as before', async () => {
    await work.append(3);
    await work.claim();
    await work.append(2);
    expect(await work.desk.takeBack('gone')).toBeUndefined();
    for (const id of [1, 2, 3]) {
      expect(await work.claim()).toEqual([id]);
      await work.settle([id]);
    }
    expect(await work.claim()).toEqual([4, 5]);
  });

  it('does what a thread said before it ended', async () => {
    await work.append(2);
    await work.claim();
    const settling = work.settle([1]);
    await work.desk.takeBack('gone');
    await settling;
    expect(await work.claim()).toEqual([2]);
    expect(await work.spool.getQueueState(0)).toMatchObject({ depth: 1 });
  });

  it('hands nothing out to a thread that has ended', async () => {
    await work.append(3);
    await work.claim();
    await work.desk.takeBack('gone');
    await work.claim();
    const waiting = work.claim();
    await work.desk.takeBack('gone');
    expect(await waiting).toEqual([]);
    expect(await work.claim()).toEqual([1]);
  });

  it('keeps a report aside over which two threads hang, alone', async () => {
    await work.append(2);
    await work.claim();
    await work.desk.takeBack('first', 'hang');
    await work.claim();
    await work.desk.takeBack('second', 'hang');
    expect(work.listFailed()).toEqual([]);
    await work.claim();
    await work.desk.takeBack('third', 'hang');
    expect(work.listFailed()).toEqual([{ id: 1, reason: 'Processing ended over it: third' }]);
  });

  it('keeps a report aside that ends four threads alone, and tallies what it held, once', async () => {
    await work.append(3);
    await work.claim();
    await work.desk.takeBack('first');
    for (let strikes = 1; strikes < MAX_STRIKES; strikes += 1) {
      await work.claim();
      expect(await work.desk.takeBack('again')).toBe(1);
      expect(work.listFailed()).toEqual([]);
    }
    await work.claim();
    await work.desk.takeBack('last');
    expect(work.listFailed()).toEqual([{ id: 1, reason: 'Processing ended over it: last' }]);
    const [failed] = await work.takeFailed();
    expect(failed?.outcomes).toMatchObject([
      { outcome: 'failed', reason: 'processing', kind: 'error', quantity: 1 },
      { outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 2 },
    ]);
    expect(await work.takeFailed()).toEqual([]);
  });

  it('blames a report for four times as many ends that come while a database records it', async () => {
    await work.append(2);
    await work.claim();
    await work.desk.takeBack('first');
    for (let ends = 1; ends < MAX_STRIKES / RECORDING_WEIGHT; ends += 1) {
      expect(await work.claim()).toEqual([1]);
      work.desk.noteRecording();
      await work.desk.takeBack('again');
    }
    expect(work.listFailed()).toEqual([]);
    await work.claim();
    work.desk.noteRecording();
    await work.desk.takeBack('last');
    expect(work.listFailed()).toMatchObject([{ id: 1 }]);
  });

  it.each([
    ['hangs', 'hang', 2],
    ['runs out of memory', 'memory', MAX_STRIKES],
  ] as const)(
    'blames a report as ever over which a thread %s while a database records it',
    async (_, ending, times) => {
      await work.append(2);
      await work.claim();
      await work.desk.takeBack('first', ending);
      for (let ends = 1; ends <= times; ends += 1) {
        expect(work.listFailed()).toEqual([]);
        expect(await work.claim()).toEqual([1]);
        work.desk.noteRecording();
        await work.desk.takeBack('again', ending);
      }
      expect(work.listFailed()).toMatchObject([{ id: 1 }]);
    },
  );

  /** So many ends of threads over the first report, alone. */
  async function expectBlameAfter(times: number): Promise<void> {
    for (let ends = 1; ends <= times; ends += 1) {
      expect(work.listFailed()).toEqual([]);
      expect(await work.claim()).toEqual([1]);
      await work.desk.takeBack('again');
    }
    expect(work.listFailed()).toMatchObject([{ id: 1 }]);
  }

  it('counts an end in full that comes before a report is recorded anew', async () => {
    await work.append(1);
    await work.claim();
    work.desk.noteRecording();
    await work.append(1);
    expect(await work.claim()).toEqual([2]);
    // Of two that were in work; it is forgotten that one was recorded.
    await work.desk.takeBack('first');
    await expectBlameAfter(MAX_STRIKES);
  });

  it('knows of none of several that it is recorded', async () => {
    await work.append(2);
    await work.claim();
    work.desk.noteRecording();
    await work.settle([2]);
    await work.desk.takeBack('first');
    await expectBlameAfter(MAX_STRIKES - 1);
  });

  it('knows that a report is recorded also when nothing has come meanwhile', async () => {
    await work.append(1);
    await work.claim();
    work.desk.noteRecording();
    expect(await work.claim()).toEqual([]);
    for (let ends = 1; ends < MAX_STRIKES / RECORDING_WEIGHT; ends += 1) {
      await work.desk.takeBack('again');
      await work.claim();
      work.desk.noteRecording();
    }
    expect(work.listFailed()).toEqual([]);
    await work.desk.takeBack('last');
    expect(work.listFailed()).toMatchObject([{ id: 1 }]);
  });

  it('blames no report that was done with since it ended a thread alone', async () => {
    await work.append(1);
    await work.claim();
    await work.desk.takeBack('first');
    await work.settle(await work.claim());
    await work.append(1);
    await work.claim();
    await work.desk.takeBack('second');
    await work.settle(await work.claim());
    expect(work.listFailed()).toEqual([]);
  });

  it('hands out one of all spools at a time while some are suspected', async () => {
    const left = work.openSpool('left');
    work.desk.openLeft(left);
    await work.append(2);
    await work.append(2, left);
    await Promise.all([work.claim('own'), work.claim('left')]);
    await work.desk.takeBack('gone');
    expect(await work.claim('own')).toEqual([1]);
    let isGiven = false;
    const waiting = work.claim('left').finally(() => (isGiven = true));
    await work.spool.probe();
    expect(isGiven).toBe(false);
    await work.settle([1]);
    expect(await waiting).toEqual([1]);
    await work.settle([1], 'left');
    await work.settle(await work.claim('left'), 'left');
    expect(await work.claim('left')).toEqual([]);
    await work.settle(await work.claim('own'));
    await work.append(3);
    expect(await work.claim('own')).toEqual([3, 4, 5]);
  });

  it('goes on with its own after a spool is given up of which a report is in work', async () => {
    const left = work.openSpool('left');
    work.desk.openLeft(left);
    await work.append(1, left);
    await work.append(2);
    await work.claim();
    await work.desk.takeBack('gone');
    expect(await work.claim('left')).toEqual([1]);
    const waiting = work.claim();
    const behind = work.claim('left');
    work.desk.closeLeft();
    expect(await waiting).toEqual([1]);
    expect(await behind).toEqual([]);
    await work.settle([1]);
    await work.settle(await work.claim());
    const another = work.openSpool('another');
    work.desk.openLeft(another);
    await work.append(2, another);
    await work.desk.takeBack('gone');
    expect(await work.claim('left')).toEqual([1, 2]);
    expect(another.mark.read()).toEqual({ ids: [1, 2] });
  });

  it('hands nothing out of a spool that was given up while it looked', async () => {
    const left = work.openSpool('left');
    await work.append(1, left);
    work.desk.openLeft(left);
    const late = work.claim('left');
    work.desk.closeLeft();
    const another = work.openSpool('another');
    work.desk.openLeft(another);
    expect(await late).toEqual([]);
    await work.append(2, another);
    expect(await work.claim('left')).toEqual([1, 2]);
    expect(another.mark.read()).toEqual({ ids: [1, 2] });
  });

  it.each([
    ['of the same report', { ids: [1, 2], lone: { id: 1, times: MAX_HAND_OUTS - 1 } }, [1]],
    ['of a later one', { ids: [1, 2] }, [1]],
  ])(
    'suspects as before what another spool has, though one that was given up is looked at: %s',
    async (_, mark, wanted) => {
      const left = work.openSpool('left');
      await work.append(4, left);
      if (!('lone' in mark)) await left.settle([1, 2, 3]);
      left.mark.write({ ids: [1, 2, 3, 4] });
      work.desk.openLeft(left);
      const another = work.openSpool('another');
      await work.append(3, another);
      another.mark.write(mark);
      const late = work.claim('left');
      work.desk.closeLeft();
      work.desk.openLeft(another);
      expect(await late).toEqual([]);
      expect(await work.claim('left')).toEqual(wanted);
    },
  );

  it('lets go of nothing for what another spool settles that was given up', async () => {
    const left = work.openSpool('left');
    await work.append(1, left);
    work.desk.openLeft(left);
    await work.claim('left');
    const another = work.openSpool('another');
    await work.append(1, another);
    let settle = (): void => undefined;
    left.settle = () => new Promise((resolve) => (settle = resolve));
    const settling = work.settle([1], 'left');
    work.desk.closeLeft();
    work.desk.openLeft(another);
    expect(await work.claim('left')).toEqual([1]);
    settle();
    await settling;
    expect(await work.desk.takeBack('gone')).toBe(1);
  });

  it('suspects nothing of a spool that is let go of', async () => {
    const left = work.openSpool('left');
    work.desk.openLeft(left);
    await work.append(2);
    await work.append(2, left);
    expect(await work.claim('left')).toEqual([1, 2]);
    await work.desk.takeBack('gone');
    work.desk.closeLeft();
    expect(await work.claim()).toEqual([1, 2]);
    await expect(work.claim('left')).rejects.toThrow('no spool');
  });
});
