import type { FieldErrors, OutcomeProps, PageData } from '#page-protocol';
import type { Announce } from '../announcer/announcer.ts';
import type { Observable } from '../observable.ts';
import type { ArrivingPage } from '../page-data/page-reader.ts';
import { texts } from './action-texts.ts';
import type { AskToSignIn } from './ask-to-sign-in.ts';
import type { Challenge } from './challenge.ts';
import type { Changes, SentAt } from './changes.ts';
import type { Reply } from './reply.ts';
import type { SubmissionResult, FormSending } from './submission.ts';
import { toSignature } from './submit.ts';
import type { Submit } from './submit.ts';
import { markUnsent } from './mark-unsent.ts';
import type { SetSubmission } from './set-submission.ts';

export interface SettlementParts {
  readonly build: string;
  readonly changes: Changes;
  readonly setSubmission: SetSubmission;
  readonly announce: Announce;
  readonly pointOut: (errors: FieldErrors, form?: HTMLFormElement) => Promise<void>;
  readonly challenge: Observable<Challenge | undefined>;
  readonly askToSignIn: AskToSignIn;
  readonly renew: (text?: string) => void;
}

/** `isKnown` is true when the server has said whether the action was done. */
export type SettledEnding = SubmissionResult & { readonly isKnown: boolean };

export interface Settlement {
  /**
   * Shows the consequences of an answer and resolves when they are visible. Resolves with undefined
   * when the visitor has signed in and the form has to be sent again. Never rejects.
   */
  settle(submit: Submit, reply: Reply, moment: SentAt): Promise<SettledEnding | undefined>;
  fail(submit: Submit, message: string): SettledEnding;
}

export function createSettlement({
  build,
  changes,
  setSubmission,
  announce,
  pointOut,
  challenge,
  askToSignIn,
  renew,
}: SettlementParts): Settlement {
  const succeed = (
    { sending, isSignIn }: Submit,
    { result }: Partial<PageData> = {},
  ): SettledEnding => {
    const status = 'done';
    setSubmission(sending, { status, result, errors: {}, fields: {} });
    if ('form' in sending) reset(sending);
    if (isSignIn) challenge.get()?.answer(true);
    return { status, result, isKnown: true };
  };

  const end = (
    { sending, form, fields }: Submit,
    status: 'failed' | 'invalid',
    { message, errors = {} }: { readonly message?: string; readonly errors?: FieldErrors },
  ): SubmissionResult => {
    setSubmission(sending, { status, message, errors, fields });
    if (form) markUnsent(form);
    return { status, error: Object.assign(new Error(message), { errors }) };
  };

  const fail = (submit: Submit, message: string, isKnown = true): SettledEnding => {
    const ending = end(submit, 'failed', { message });
    announce(message);
    return { ...ending, isKnown };
  };

  const refuseFields = async (submit: Submit, errors: FieldErrors): Promise<SettledEnding> => {
    const ending = end(submit, 'invalid', { errors });
    // The view renders first and marks its fields. `pointOut` marks the fields that the view has
    // not marked.
    await Promise.resolve();
    await pointOut(errors, submit.form);
    return { ...ending, isKnown: true };
  };

  const refuse = async (
    submit: Submit,
    arriving: ArrivingPage,
    here: object,
  ): Promise<SettledEnding | undefined> => {
    const { data } = arriving;
    const { status } = data;
    const { detail = '', digest } = (data.segments.at(-1)?.data ?? {}) as Partial<OutcomeProps>;
    if (status === 401 && !submit.isSignIn) {
      return (await askToSignIn(data)) ? undefined : fail(submit, texts.notSignedIn);
    }
    if (status === 403 || status === 404) {
      // The outcome replaces the page and its form, so typed input is stored first.
      if (submit.form) markUnsent(submit.form);
      await changes.showOutcome(arriving, here);
    }
    return fail(submit, digest ? `${detail} Digest: ${digest}` : detail, status < 500);
  };

  return {
    fail,
    async settle(submit, reply, { here, askedIn }) {
      if ('message' in reply) {
        const { message, isUnknown } = reply;
        const ending = fail(submit, message, isUnknown);
        if (isUnknown && reply.build !== build) renew(texts.notDone);
        return ending;
      }
      const { isSignIn } = submit;
      if ('location' in reply) {
        if (!isSignIn) await changes.depart(reply.location, here);
        return succeed(submit);
      }
      const { data, isRedirected } = reply;
      const isDone = isRedirected || data.status < 400 || 'result' in data;
      const settleIn = async (): Promise<SettledEnding | undefined> => {
        if (data.errors) return refuseFields(submit, data.errors);
        if (!isDone) return refuse(submit, reply, here);
        await changes.take(reply, { here, askedIn, isRedirected, isSignIn });
        return succeed(submit, data);
      };
      const ending = await settleIn();
      if (data.build !== build) renew();
      return ending;
    },
  };
}

/** Resets a form after success, unless the visitor has typed something new since. */
function reset({ form, data }: FormSending): void {
  const sent = new Set([...data].map((entry) => toSignature([entry])));
  // Compares only the fields that the form has now, because the action may have removed fields and
  // buttons.
  if ([...new FormData(form)].every((entry) => sent.has(toSignature([entry])))) form.reset();
}
