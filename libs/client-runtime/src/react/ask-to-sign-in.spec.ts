import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AskToSignIn, Challenge } from '../actions/challenge.ts';
import { createObservable } from '../observable.ts';
import { toPageData, toSegment } from '../testing/answers.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { turn } from '../testing/turn.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createAskToSignIn } from './ask-to-sign-in.ts';

describe('AskToSignIn', () => {
  const REFUSAL = toPageData(
    '/a',
    [toSegment('frame'), toSegment('401', { head: { title: 'Sign in' } })],
    { status: 401 },
  );

  const challenge = createObservable<Challenge | undefined>(undefined);
  const page = fresh(() => new EventTarget());
  let hasCode: boolean;
  let ask: AskToSignIn;

  beforeEach(() => {
    const browser = new FakeWindow();
    browser.document = page;
    hasCode = true;
    challenge.set(undefined);
    const code = { load: async () => hasCode };
    ask = createAskToSignIn({ window: browser.window, challenge, code });
  });

  it.each([
    ['title', 'Sign in'],
    ['absolute title', { absolute: 'Sign in' }],
  ])('shows the sign-in page of the refused answer in a dialog with its %s', async (_, title) => {
    const isSignedIn = ask({ ...REFUSAL, segments: [toSegment('401', { head: { title } })] });
    await turn();
    expect(challenge.get()).toMatchObject({
      title: 'Sign in',
      outcome: { status: 401, view: '401.view', data: { of: '401' } },
    });
    challenge.get()?.answer(true);
    expect(await isSignedIn).toBe(true);
    expect(challenge.get()).toBeUndefined();
  });

  it('asks once for all actions that are refused while the dialog is open', async () => {
    const both = Promise.all([ask(REFUSAL), ask(REFUSAL)]);
    await turn();
    challenge.get()?.answer(false);
    expect(await both).toEqual([false, false]);
    expect(challenge.get()).toBeUndefined();
  });

  it('asks again after a dialog was answered, whose second answer does not close the next one', async () => {
    const isSignedIn = ask(REFUSAL);
    await turn();
    const first = challenge.get();
    first?.answer(true);
    await turn();
    void ask(REFUSAL);
    await turn();
    first?.answer(false);
    expect(await isSignedIn).toBe(true);
    expect(challenge.get()).toBeDefined();
  });

  it('ends without a sign-in when a link in the dialog is followed', async () => {
    const isSignedIn = ask(REFUSAL);
    await turn();
    const click = (selector: string): boolean =>
      page.dispatchEvent(
        Object.defineProperty(new Event('click'), 'target', {
          value: { closest: (asked: string) => (asked === selector ? {} : null) },
        }),
      );
    click('button');
    expect(challenge.get()).toBeDefined();
    click('dialog a');
    expect(await isSignedIn).toBe(false);
  });

  it('does not ask when the answer has no sign-in page, or its code does not load', async () => {
    hasCode = false;
    expect(await ask(REFUSAL)).toBe(false);
    expect(await ask({ ...REFUSAL, segments: [] })).toBe(false);
  });
});
