import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLate } from '../load-late.ts';
import type { Late } from '../load-late.ts';
import { createObservable } from '../observable.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { toSending } from '../testing/sendings.ts';
import { turn } from '../testing/turn.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createLateActions } from './actions.ts';
import type { Actions, ActionsPart } from './actions.ts';
import type { SubmissionResult, Sending } from './submission.ts';
import { createSubmissions } from './submissions.ts';

describe('LateActions', () => {
  const DONE: SubmissionResult = { status: 'done' };

  const browser = fresh(() => new FakeWindow());
  const scheduler = fresh(() => new FakeScheduler());
  const submissions = fresh(() => createSubmissions());
  let actions: Actions;
  let late: Late<ActionsPart>;
  let sent: Sending[];
  let announced: string[];
  let loads: number;
  let failures: number;

  beforeEach(() => {
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
      scheduler,
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

  it('send actions in the order in which they were asked, at once when their code is loaded', async () => {
    const [first, second, third] = [toSending(), toSending(), toSending()];
    await Promise.all([actions.send(first), actions.send(second)]);
    void actions.send(third);
    expect(sent).toEqual([first, second, third]);
    expect(loads).toBe(1);
  });

  it('leave a form to the browser when their code fails to load, and announce nothing', async () => {
    failures = 1;
    const form = Object.assign(toSending(), { form: {} }) as unknown as Sending;
    expect(await actions.send(form)).toBeUndefined();
    expect(submissions.get()).toEqual([]);
    expect(announced).toEqual([]);
    expect(await actions.send(form)).toBe(DONE);
  });

  it('try again with an action that no form can send, and announce once that it waits', async () => {
    failures = 3;
    const ending = actions.send(toSending());
    for (let tries = 0; tries < 3; tries += 1) {
      await turn();
      expect(submissions.get().map(({ status }) => status)).toEqual(['waiting']);
      scheduler.pass(5000);
    }
    expect(await ending).toBe(DONE);
    expect(loads).toBe(4);
    expect(announced).toHaveLength(1);
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
