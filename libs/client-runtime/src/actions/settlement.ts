import type { FieldErrors, OutcomeProps, PageData } from '#page-protocol';
import type { Announce } from '../announcer/announcer.ts';
import type { Observable } from '../observable.ts';
import type { ArrivingPage } from '../page-data/page-reader.ts';
import { texts } from './action-texts.ts';
import type { AskToSignIn, Challenge } from './challenge.ts';
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
  readonly urge: Announce;
  readonly pointOut: (errors: FieldErrors, form?: HTMLFormElement) => Promise<void>;
  readonly challenge: Observable<Challenge | undefined>;
  readonly askToSignIn: AskToSignIn;
  readonly renew: (answering?: string | null, isNotDone?: boolean) => void;
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
  urge,
  pointOut,
  challenge,
  askToSignIn,
  renew,
}: SettlementParts): Settlement {
  const succeed = (
    { sending, isSignIn }: Submit,
    { result, isOnce }: Partial<PageData> = {},
  ): SettledEnding => {
    const status = 'done';
    // Takes back that the form waits for the connection.
    urge('');
    setSubmission(sending, { status, result, isOnce, errors: {}, fields: {} });
    if ('form' in sending) reset(sending);
    if (isSignIn) challenge.get()?.answer(true);
    return { status, result, isKnown: true };
  };

  const fail = (
    { sending, form, fields }: Submit,
    message?: string,
    isKnown = true,
    errors: FieldErrors = {},
  ): SettledEnding => {
    const status = message === undefined ? 'invalid' : 'failed';
    setSubmission(sending, { status, message, errors, fields });
    if (form) markUnsent(form);
    if (message) urge(message);
    return { status, error: Object.assign(new Error(message), { errors }), isKnown };
  };

  const refuseFields = async (submit: Submit, errors: FieldErrors): Promise<SettledEnding> => {
    const ending = fail(submit, undefined, true, errors);
    // The view renders first and marks its fields. `pointOut` marks the fields that the view has
    // not marked.
    await Promise.resolve();
    await pointOut(errors, submit.form);
    return ending;
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
        if (reply.build !== undefined && reply.build !== build) renew(reply.build, true);
        return fail(submit, reply.message, reply.isKnown);
      }
      const { isSignIn } = submit;
      if ('location' in reply) {
        if (!isSignIn) await changes.depart(reply.location, here);
        return succeed(submit);
      }
      const { data, isRedirected } = reply;
      if (data.errors) return refuseFields(submit, data.errors);
      const isDone = isRedirected || data.status < 400 || 'result' in data;
      if (!isDone) return refuse(submit, reply, here);
      await changes.take(reply, { here, askedIn, isRedirected, isSignIn });
      const ending = succeed(submit, data);
      // A reload would replace the reason of a refusal. The next navigation loads a document anyway.
      if (data.build !== build) renew(data.build);
      return ending;
    },
  };
}

/**
 * Resets a form after success, unless the visitor has typed something new since. A field of the form
 * may be named `reset`.
 */
function reset({ form, data }: FormSending): void {
  const sent = new Set([...data].map((entry) => toSignature([entry])));
  // Compares only the fields that the form has now, because the action may have removed fields and
  // buttons.
  if ([...new FormData(form)].every((entry) => sent.has(toSignature([entry]))))
    HTMLFormElement.prototype.reset.call(form);
}
