import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PageData } from '#page-protocol';
import { createObservable } from '../observable.ts';
import { toPageData, toSegment } from '../testing/answers.ts';
import { toSubmitOf } from '../testing/sendings.ts';
import { turn } from '../testing/turn.ts';
import type { Challenge } from './challenge.ts';
import type { Reply } from './reply.ts';
import { createSettlement } from './settlement.ts';
import type { SettledEnding, Settlement } from './settlement.ts';

describe('the settlement of a form', () => {
  const SUBMIT = toSubmitOf({ values: { note: 'typed' } });
  const MOMENT = { here: {}, askedIn: 0 };
  const FIELDS = { note: 'typed' };

  const challenge = createObservable<Challenge | undefined>(undefined);
  let done: unknown[];
  let settlement: Settlement;
  let show: () => void;
  let signsIn: boolean;

  beforeEach(() => {
    done = [];
    signsIn = true;
    challenge.set(undefined);
    settlement = createSettlement({
      build: 'b1',
      changes: {
        take: (_, { isRedirected, isSignIn }) => {
          done.push(['take', { isRedirected, isSignIn }]);
          return new Promise((resolve) => (show = resolve));
        },
        showOutcome: async ({ data }) => void done.push(['show outcome', data.status]),
        depart: async (href) => void done.push(['depart', href]),
      },
      setSubmission: (_, submission) => void done.push(submission),
      urge: (text) => void done.push(['announce', text]),
      pointOut: async (errors) => void done.push(['point out', errors]),
      challenge,
      askToSignIn: async ({ status }) => done.push(['ask', status]) > 0 && signsIn,
      renew: () => void done.push('renew'),
    });
  });

  const toReply = (rest: Partial<PageData>, isRedirected = false): Reply => ({
    data: toPageData('/a', [toSegment('a')], rest),
    lines: (async function* () {})(),
    isRedirected,
  });

  const toRefusal = (status: number, data: object = { detail: 'No.' }): Reply =>
    toReply({ status, segments: [toSegment('frame'), toSegment('outcome', { data })] });

  const settle = (reply: Reply, submit = SUBMIT): Promise<SettledEnding | undefined> =>
    settlement.settle(submit, reply, MOMENT);

  const toFailed = (message: string): unknown => ({
    status: 'failed',
    message,
    errors: {},
    fields: FIELDS,
  });

  describe('an action that is done', () => {
    const DONE = { status: 'done', result: { count: 1 }, errors: {}, fields: {} };

    it('reports its result once its changes are shown, and not before', async () => {
      const ending = settle(toReply({ result: { count: 1 } }));
      await turn();
      expect(done).toEqual([['take', { isRedirected: false, isSignIn: undefined }]]);
      show();
      expect(await ending).toEqual({ status: 'done', result: { count: 1 }, isKnown: true });
      expect(done.slice(-2)).toEqual([['announce', ''], DONE]);
    });

    it.each([
      ['its page has gone', toReply({ status: 404, result: null })],
      ['it led to a page that fails', toReply({ status: 500 }, true)],
    ])('counts as done though %s', async (_, reply) => {
      const ending = settle(reply);
      show();
      expect(await ending).toMatchObject({ status: 'done' });
    });

    it('counts as done when it redirects to a response that only the browser can show', async () => {
      expect(await settle({ location: '/file' })).toMatchObject({ status: 'done' });
      expect(done[0]).toEqual(['depart', '/file']);
    });

    it('reloads the document after its report when another build answered', async () => {
      const ending = settle(toReply({ result: { count: 1 }, build: 'b2' }));
      show();
      await ending;
      expect(done.slice(-2)).toEqual([DONE, 'renew']);
    });

    it('closes the sign-in dialog that it was sent from, and redirects nowhere', async () => {
      const answers: boolean[] = [];
      challenge.set({
        dialog: undefined,
        title: 'Sign in',
        outcome: { status: 401, view: 'v', data: {} },
        answer: (isSignedIn) => void answers.push(isSignedIn),
      });
      const aside = { ...SUBMIT, isSignIn: true };
      const ending = settle(toReply({ result: null }), aside);
      expect(done).toEqual([['take', { isRedirected: false, isSignIn: true }]]);
      show();
      await ending;
      await settle({ location: '/file' }, aside);
      expect(answers).toEqual([true, true]);
      expect(done).not.toContainEqual(['depart', '/file']);
    });
  });

  it('reports fields that cannot be accepted, then points them out', async () => {
    const errors = { note: ['Too long.'] };
    const ending = await settle(toReply({ status: 422, segments: [], errors }));
    expect(ending).toMatchObject({ status: 'invalid', isKnown: true, error: { errors } });
    expect(done).toEqual([
      { status: 'invalid', message: undefined, errors, fields: FIELDS },
      ['point out', errors],
    ]);
  });

  describe('an action that is refused', () => {
    it('is sent again once the visitor has signed in, and fails otherwise', async () => {
      expect(await settle(toRefusal(401))).toBeUndefined();
      expect(done.splice(0)).toEqual([['ask', 401]]);
      signsIn = false;
      const message = 'You are not signed in. Sign in, and send it again.';
      expect(await settle(toRefusal(401))).toMatchObject({ error: { message }, isKnown: true });
      expect(done).toEqual([['ask', 401], toFailed(message), ['announce', message]]);
    });

    it('does not ask to sign in from within the sign-in dialog', async () => {
      await settle(toRefusal(401), { ...SUBMIT, isSignIn: true });
      expect(done).toEqual([toFailed('No.'), ['announce', 'No.']]);
    });

    it.each([
      [403, [['show outcome', 403]]],
      [404, [['show outcome', 404]]],
      [409, []],
    ])('reports its reason after a %i, and its outcome: %j', async (status, outcome) => {
      expect(await settle(toRefusal(status))).toMatchObject({ status: 'failed', isKnown: true });
      expect(done).toEqual([...outcome, toFailed('No.'), ['announce', 'No.']]);
    });

    it('keeps the reason of a refusal of another build in sight', async () => {
      const segments = [toSegment('outcome', { data: { detail: 'No.' } })];
      await settle(toReply({ status: 409, segments, build: 'b2' }));
      await settle(toReply({ status: 422, errors: {}, build: 'b2' }));
      expect(done).not.toContain('renew');
    });

    it('reports the digest of a fault, and leaves unknown whether it was done', async () => {
      const ending = await settle(toRefusal(500, { detail: 'It failed.', digest: '123' }));
      expect(ending).toMatchObject({
        isKnown: false,
        error: { message: 'It failed. Digest: 123' },
      });
    });
  });

  describe('an action whose answer is no page data', () => {
    it.each([
      [{ message: 'Later.', isKnown: false }, []],
      [{ message: 'The page has none.', isKnown: true, build: 'b1' }, []],
      [{ message: 'The page has none.', isKnown: true, build: 'b2' }, ['renew']],
      [{ message: 'The page has none.', isKnown: true, build: null }, ['renew']],
    ])(
      'fails with its message, and is loaded again by another build: %j',
      async (reply, renewal) => {
        const { message, isKnown } = reply;
        expect(await settle(reply)).toMatchObject({ status: 'failed', isKnown });
        expect(done).toEqual([...renewal, toFailed(message), ['announce', message]]);
      },
    );
  });
});
