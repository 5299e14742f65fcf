import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DeskAtWork } from '../../../test/support/desk.ts';
import { MAX_ATTEMPTS } from '../../spool/claims/known-failure.ts';
import { ClaimDesk } from './claim-desk.ts';

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
    let asked: Promise<number[]> | undefined;
    work.spool.claim = async (limits) => {
      work.spool.claim = look;
      const found = await work.spool.claim(limits);
      await work.append(1);
      asked = work.claim('left');
      return found;
    };
    expect(await work.claim()).toEqual([1]);
    expect(await asked).toEqual([]);
  });

  it('hands out again, one by one, what was in work when processing ended, and then as before', async () => {
    await work.append(3);
    await work.claim();
    await work.append(2);
    work.reopen();
    for (const id of [1, 2, 3]) {
      expect(await work.claim()).toEqual([id]);
      await work.settle([id]);
    }
    expect(await work.claim()).toEqual([4, 5]);
  });

  it('tells the project of the report that was alone when processing ended', async () => {
    await work.append(2);
    await work.claim();
    expect(work.desk.noteCrash()).toBeUndefined();
    work.reopen();
    expect(await work.claim()).toEqual([1]);
    expect(work.desk.noteCrash()).toBe(1);
  });

  it('hands a report out as failed over which processing ended seven times', async () => {
    await work.append(3);
    for (let ends = 0; ends < MAX_ATTEMPTS; ends += 1) {
      expect((await work.claim())[0]).toBe(1);
      work.reopen();
    }
    const [failed] = await work.claimReports();
    expect(failed).toMatchObject({ id: 1, failure: { isCounted: false } });
    await work.settle([1]);
    expect(await work.claim()).toEqual([2]);
  });

  it('blames nobody for ends over ever other reports', async () => {
    await work.append(5);
    for (let id = 1; id <= 5; id += 1) {
      for (let ends = 1; ends < MAX_ATTEMPTS - 1; ends += 1) {
        const [first] = await work.claim();
        expect(first).toBe(id);
        work.reopen();
      }
      const [report] = await work.claimReports();
      expect(report).not.toHaveProperty('failure');
      await work.settle([id]);
    }
  });

  it('blames no report for ends while it waits for the database', async () => {
    await work.append(1);
    for (let ends = 0; ends <= MAX_ATTEMPTS; ends += 1) {
      expect(await work.claim()).toEqual([1]);
      await work.desk.answer('own', { method: 'clearAttempts', args: [] });
      work.reopen();
    }
    expect(await work.claim()).toEqual([1]);
  });

  it('hands out one of all spools at a time while some were tried before', async () => {
    const left = work.openSpool('left');
    work.desk.openLeft(left);
    await work.append(2);
    await work.append(2, left);
    work.markTried();
    work.markTried(left);
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
    work.markTried();
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
    expect(await work.claim('left')).toEqual([1, 2]);
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
  });

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
    expect(work.desk.noteCrash()).toBe(1);
  });

  it('waits for nothing of a spool that is let go of', async () => {
    const left = work.openSpool('left');
    work.desk.openLeft(left);
    await work.append(2);
    await work.append(2, left);
    work.markTried(left);
    expect(await work.claim('left')).toEqual([1]);
    const waiting = work.claim();
    work.desk.closeLeft();
    expect(await waiting).toEqual([1, 2]);
    await expect(work.claim('left')).rejects.toThrow('no spool');
  });

  it('lets whoever asks late go away empty when it is closed', async () => {
    await work.append(2);
    work.markTried();
    expect(await work.claim()).toEqual([1]);
    const late = work.claim();
    work.desk.close();
    expect(await late).toEqual([]);
  });
});
