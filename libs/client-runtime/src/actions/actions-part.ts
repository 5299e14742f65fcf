import type { ActionState } from '#page-protocol';
import type { Announce } from '../announcer/announcer.ts';
import { createLate } from '../load-late.ts';
import type { Late } from '../load-late.ts';
import type { Observable } from '../observable.ts';
import { texts } from './action-texts.ts';
import type { ActionsPart } from './actions.ts';
import { createChanges } from './changes.ts';
import type { ChangesParts } from './changes.ts';
import { createActionSender } from './action-sender.ts';
import type { ActionSenderParts, ActionRequest } from './action-sender.ts';
import type { PointOut } from './point-out.ts';
import type { AskToSignIn, Challenge } from './challenge.ts';
import type { Renew } from './renewal.ts';
import { serialiseBody } from './serialise-body.ts';
import { createSettlement } from './settlement.ts';
import type { SubmissionResult, Sending } from './submission.ts';
import type { Submissions } from './submissions.ts';
import { toSubmit } from './submit.ts';
import type { Submit } from './submit.ts';
import { markUnsent } from './mark-unsent.ts';
import { createSetSubmission } from './set-submission.ts';

type OwnParts = ActionSenderParts & ChangesParts;

export interface ActionsPartParts extends OwnParts {
  readonly reader: ActionSenderParts['reader'] & ChangesParts['reader'];
  readonly submissions: Submissions;
  readonly challenge: Observable<Challenge | undefined>;
  readonly urge: Announce;
  readonly renew: Renew;
  readonly askToSignIn: Late<AskToSignIn>;
  /** Result of the form that was sent without scripts and led to this document. */
  readonly action?: ActionState;
}

/**
 * The newest sending of a form or a `useAction` call. `queues` deletes it when it has settled,
 * because its result may be a secret that is shown only once.
 */
interface Queue {
  readonly signature: string;
  readonly ending: Promise<SubmissionResult>;
}

/**
 * A request that the server may have carried out, although no clear answer arrived. When it is sent
 * again under the same key, the action still runs only once.
 */
interface Unanswered extends ActionRequest {
  readonly signature: string;
}

const ignore = (): void => undefined;

export function createActionsPart(parts: ActionsPartParts): ActionsPart {
  const { window, basePath, cache, where, action, urge } = parts;
  const { document } = window;
  const setSubmission = createSetSubmission(parts.submissions);
  // Few visitors need the code that points out errors, so it loads on first use.
  const pointOut = createLate(() =>
    import('./point-out.ts').then((code) => code.createPointOut(urge)),
  );
  const withPointOut = (use: (pointOut: PointOut) => void): Promise<void> =>
    pointOut.load().then(use, ignore);
  const deliver = createActionSender(parts);
  const settlement = createSettlement({
    ...parts,
    setSubmission,
    pointOut: (errors, form) => withPointOut(({ show }) => show(errors, form)),
    changes: createChanges(parts),
    askToSignIn: (answer) =>
      parts.askToSignIn.load().then(
        (ask) => ask(answer),
        () => false,
      ),
  });
  if (action) void withPointOut(({ showFirst }) => showFirst(document, action));
  const queues = new WeakMap<object, Queue>();
  const unanswered = new WeakMap<object, Unanswered>();

  const toRequest = async (submit: Submit): Promise<Unanswered> => {
    const { signature } = submit;
    const known = unanswered.get(submit.sending.source);
    if (known?.signature === signature) return known;
    return { signature, key: createKey(), body: await serialiseBody(submit) };
  };

  const carryOut = async (submit: Submit, here: object): Promise<SubmissionResult> => {
    const { sending, form, fields } = submit;
    const request = await toRequest(submit).catch(() => undefined);
    if (!request) return settlement.fail(submit, texts.unreadable);
    unanswered.set(sending.source, request);
    const wait = (): void => {
      setSubmission(sending, { status: 'waiting', errors: {}, fields });
      if (form) markUnsent(form);
      urge(texts.waiting);
    };
    for (;;) {
      const askedIn = cache.epoch();
      const reply = await deliver(submit, request, wait);
      const settled = await settlement.settle(submit, reply, { here, askedIn });
      if (!settled) continue;
      const { isKnown, ...ending } = settled;
      if (isKnown) unanswered.delete(sending.source);
      return ending;
    }
  };

  const enqueue = (submit: Submit, before?: Queue): Queue => {
    const { sending, fields, form, signature } = submit;
    const here = where.here;
    setSubmission(sending, { status: 'sending', errors: {}, fields });
    void withPointOut(ignore);
    const begin = (): Promise<SubmissionResult> => {
      pointOut.find()?.clear(form);
      return carryOut(submit, here);
    };
    const ending = before ? before.ending.then(begin) : begin();
    return { signature, ending };
  };

  return {
    send(sending: Sending) {
      const submit = { ...toSubmit(sending, basePath), mark: parts.visitor.mark() };
      const before = queues.get(sending.source);
      if (before?.signature === submit.signature) {
        setSubmission(sending);
        return before.ending;
      }
      const queue = enqueue(submit, before);
      queues.set(sending.source, queue);
      void queue.ending.finally(() => {
        if (queues.get(sending.source) === queue) queues.delete(sending.source);
      });
      return queue.ending;
    },
  };
}

/** Makes an idempotency key without `crypto.randomUUID`, which is missing on pages without TLS. */
function createKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
