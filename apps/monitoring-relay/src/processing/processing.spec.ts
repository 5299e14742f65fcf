import { beforeEach, describe, expect, it } from '@jest/globals';
import { silenceLog } from '../../test/support/quiet-log.ts';
import { Processing } from './processing.ts';

silenceLog();

let calls: string[];
let failure: Error | undefined;
let processing: Processing;

beforeEach(() => {
  calls = [];
  failure = undefined;
  const note = (call: string) => async (): Promise<void> => {
    calls.push(call);
    if (failure) throw failure;
  };
  processing = new Processing(
    {
      start: () => void calls.push('start'),
      forgetSettled: note('forget settled'),
      stop: note('stop'),
    },
    { run: note('remove deleted'), stop: note('stop deleted') },
    { run: note('remove old'), stop: note('stop old') },
    { run: note('process left'), stop: note('stop left') },
  );
});

describe('Processing', () => {
  it('forgets what is settled, removes what was deleted and what is old, and looks for what others left, now and then', async () => {
    await processing.keepUp();
    expect(calls).toEqual(['forget settled', 'remove deleted', 'remove old', 'process left']);
  });

  it('leaves what fails to the next time', async () => {
    failure = new Error('the database is away');
    await processing.keepUp();
    failure = undefined;
    await processing.keepUp();
    expect(calls).toEqual([
      'forget settled',
      'forget settled',
      'remove deleted',
      'remove old',
      'process left',
    ]);
  });

  it('ends all of it', async () => {
    processing.start();
    await processing.stop();
    expect(calls).toEqual(['start', 'stop deleted', 'stop old', 'stop left', 'stop']);
  });
});
