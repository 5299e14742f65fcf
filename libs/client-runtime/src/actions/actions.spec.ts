import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLate } from '../load-late.ts';
import type { Late } from '../load-late.ts';
import { createObservable } from '../observable.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { toSending } from '../testing/sendings.ts';
import { turn } from '../testing/turn.ts';
import { createLateActions } from './actions.ts';
import type { Actions, ActionsPart } from './actions.ts';
import type { SubmissionResult, Sending } from './submission.ts';
import { createSubmissions } from './submissions.ts';
import type { Submissions } from './submissions.ts';

describe('LateActions', () => {
  const DONE: SubmissionResult = { status: 'done' };

  let browser: FakeWindow;
  let submissions: Submissions;
  let actions: Actions;
  let late: Late<ActionsPart>;
  let sent: Sending[];
  let announced: string[];
  let loads: number;
  let failures: number;

  beforeEach(() => {
    browser = new FakeWindow();
    submissions = createSubmissions();
    sent = [];
    announced = [];
    loads = 0;
    failures = 0;
    const part: ActionsPart = {
      async send(sending) {
        sent.push(sending);
        return DONE;
      },
    };
    late = createLate(async () => {
      loads += 1;
      failures -= 1;
      if (failures >= 0) throw new TypeError('Failed to fetch dynamically imported module');
      return part;
    });
    actions = createLateActions({
      window: browser.window,
      announce: (text) => void announced.push(text),
      submissions,
      challenge: createObservable(undefined),
      code: { find: late.find, load: () => late.load().catch(() => false as const) },
    });
  });

  it('load their code with the first action, and report the action as being sent', async () => {
    const ending = actions.send(toSending());
    expect(submissions.find('add', 0)?.status).toBe('sending');
    expect(submissions.find('add', 0)?.fields).toEqual({});
    expect(sent).toEqual([]);
    expect(await ending).toBe(DONE);
    expect(sent).toHaveLength(1);
  });

  it('send an action at once when their code is loaded', async () => {
    await late.load();
    void actions.send(toSending());
    expect(sent).toHaveLength(1);
    expect(loads).toBe(1);
  });

  it('send actions in the order in which they were asked', async () => {
    const [first, second] = [toSending(), toSending()];
    await Promise.all([actions.send(first), actions.send(second)]);
    expect(sent).toEqual([first, second]);
    expect(loads).toBe(1);
  });

  it('leave an action to the browser when their code fails to load, and announce nothing', async () => {
    failures = 1;
    expect(await actions.send(toSending())).toBeUndefined();
    expect(submissions.get()).toEqual([]);
    expect(announced).toEqual([]);
    expect(await actions.send(toSending())).toBe(DONE);
  });

  it('wait while the browser is offline, and announce that, as the browser could not send either', async () => {
    failures = 1;
    browser.connect(false);
    const ending = actions.send(toSending());
    await turn();
    expect(loads).toBe(1);
    expect(submissions.get().map(({ status }) => status)).toEqual(['waiting']);
    expect(announced).toEqual(['Waiting for the connection. Your input is sent once it is back.']);
    browser.connect(true);
    expect(await ending).toBe(DONE);
  });
});
