import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DeskAtWork } from '../../../test/support/desk.ts';
import { STOP_ATTEMPTS } from '../../spool/claims/known-failure.ts';
import { SpoolCallServer } from './spool-call-server.ts';

let work: DeskAtWork<SpoolCallServer>;

beforeEach(() => {
  work = new DeskAtWork((spool, announce) => new SpoolCallServer(spool, announce));
});

afterEach(() => work.close());

describe('SpoolCallServer', () => {
  it('hands out waiting reports, and announces new ones after it had none', async () => {
    await work.append(2);
    expect(await work.claim()).toEqual([1, 2]);
    await work.append(1);
    expect(work.announced).toBe(0);
    expect(await work.claim()).toEqual([3]);
    expect(await work.claim()).toEqual([]);
    await work.append(2);
    expect(work.announced).toBe(1);
  });

  it('hands out a report that arrives while a claim finds nothing', async () => {
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

  it('announces reports of its own spool only after a claim of that spool found nothing', async () => {
    const orphaned = work.openSpool('orphaned');
    work.desk.openOrphaned(orphaned);
    expect(await work.claim('orphaned')).toEqual([]);
    await work.append(1);
    expect(work.announced).toBe(0);
    expect(await work.claim()).toEqual([1]);
  });

  it('knows after a crash that reports come one by one, and the project of the current one', async () => {
    await work.append(3);
    await work.claim();
    expect(work.desk.isOneByOne).toBe(false);
    expect(work.desk.noteCrash()).toBeUndefined();
    work.reopen();
    expect(await work.claim()).toEqual([1]);
    expect(work.desk.isOneByOne).toBe(true);
    expect(work.desk.noteCrash()).toBe(1);
  });

  it('keeps the attempts of an orphaned spool over a crash', async () => {
    const orphaned = work.openSpool('orphaned');
    work.desk.openOrphaned(orphaned);
    await work.append(1, orphaned);
    await work.claim('orphaned');
    work.desk.noteCrash();
    orphaned.clearAttempts();
    expect(work.countAttempts(orphaned)).toBe(1 + STOP_ATTEMPTS);
  });

  it('clears the attempts of reports while they wait for the database', async () => {
    await work.append(1);
    await work.claim();
    await work.desk.answer('own', { method: 'clearAttempts', args: [] });
    expect(work.countAttempts()).toBe(0);
  });

  it('refuses claims of an orphaned spool that was closed', async () => {
    work.desk.openOrphaned(work.openSpool('orphaned'));
    work.desk.closeOrphaned();
    await expect(work.claim('orphaned')).rejects.toThrow('no spool');
  });
});
