import type { ActionState } from '#shared';
import { createAnnouncer } from '../announcer/announcer.ts';
import { createLate } from '../load-late.ts';
import type { Journey } from '../navigation/journey.ts';
import { UNREADABLE, WAITING } from './action-texts.ts';
import type { ActionsPart } from './actions.ts';
import type { AskParts } from './ask-to-sign-in.ts';
import { createChanges } from './changes.ts';
import type { ChangesParts } from './changes.ts';
import { createCourier } from './courier.ts';
import type { CourierParts, Letter } from './courier.ts';
import type { PointOut } from './point-out.ts';
import { createRenewal } from './renewal.ts';
import type { RenewalParts } from './renewal.ts';
import { serialiseBody } from './serialise-body.ts';
import { createSettlement } from './settlement.ts';
import type { Ending, Sending } from './submission.ts';
import type { Submissions } from './submissions.ts';
import { toSubmit } from './submit.ts';
import type { Submit } from './submit.ts';
import { takeBack } from './take-back.ts';
import { createTell } from './tell.ts';

type OwnParts = CourierParts & ChangesParts & RenewalParts & AskParts;

export interface ActionsPartParts extends OwnParts {
  readonly reader: CourierParts['reader'] & ChangesParts['reader'];
  readonly navigator: ChangesParts['navigator'] & Pick<Journey, 'here'>;
  readonly submissions: Submissions;
  /** What became of the form that led to the document. */
  readonly action?: ActionState;
}

/** What a source has sent last, while that is under way: an ending may hold what is shown only once. */
interface Queue {
  readonly signature: string;
  readonly ending: Promise<Ending>;
}

/** What may have been done, although the answer did not say so: sent again, it is the same. */
interface Unanswered extends Letter {
  readonly signature: string;
}

const ignore = (): void => undefined;

/** All that sends forms, and does what comes of it (ADR 23, 87). */
export function createActionsPart(parts: ActionsPartParts): ActionsPart {
  const { window, basePath, cache, navigator, action } = parts;
  const { document } = window;
  const tell = createTell(parts.submissions);
  const announce = createAnnouncer(document, true);
  // Two parts that few visitors need are loaded on use: the dialog to sign in again, and what leads to a field with an error.
  const askToSignIn = createLate(async () => {
    const { createAskToSignIn } = await import('./ask-to-sign-in.ts');
    return createAskToSignIn(parts);
  });
  const pointOut = createLate(async () => {
    const { createPointOut } = await import('./point-out.ts');
    return createPointOut(announce);
  });
  /** The views say what is wrong, also where that code does not arrive. */
  const withPointOut = (use: (pointOut: PointOut) => void): Promise<void> =>
    pointOut.load().then(use, ignore);
  const deliver = createCourier(parts);
  const settlement = createSettlement({
    ...parts,
    tell,
    announce,
    pointOut: (errors, form) => withPointOut(({ show }) => show(errors, form)),
    changes: createChanges(parts),
    askToSignIn: (answer) =>
      askToSignIn.load().then(
        (ask) => ask(answer),
        () => false,
      ),
    renew: createRenewal(parts),
  });
  if (action) void withPointOut(({ showFirst }) => showFirst(document, action));
  const queues = new WeakMap<object, Queue>();
  const unanswered = new WeakMap<object, Unanswered>();

  const write = async (submit: Submit): Promise<Unanswered> => {
    const { signature } = submit;
    const known = unanswered.get(submit.sending.source);
    if (known?.signature === signature) return known;
    return { signature, key: createKey(), body: await serialiseBody(submit) };
  };

  const carryOut = async (submit: Submit, here: object): Promise<Ending> => {
    const { sending, form, fields } = submit;
    const letter = await write(submit).catch(() => undefined);
    if (!letter) return settlement.fail(submit, UNREADABLE);
    unanswered.set(sending.source, letter);
    const wait = (): void => {
      tell(sending, { status: 'waiting', errors: {}, fields });
      if (form) takeBack(form);
      announce(WAITING);
    };
    for (;;) {
      const askedIn = cache.epoch();
      // Sent again once the visitor has signed in.
      const reply = await deliver(submit, letter, wait);
      const settled = await settlement.settle(submit, reply, { here, askedIn });
      if (!settled) continue;
      const { isKnown, ...ending } = settled;
      if (isKnown) unanswered.delete(sending.source);
      return ending;
    }
  };

  const enqueue = (submit: Submit, before?: Queue): Queue => {
    const { sending, fields, form, signature } = submit;
    const here = navigator.here();
    tell(sending, { status: 'sending', errors: {}, fields });
    void withPointOut(ignore);
    const begin = (): Promise<Ending> => {
      pointOut.find()?.clear(form);
      return carryOut(submit, here);
    };
    const ending = before ? before.ending.then(begin) : begin();
    return { signature, ending };
  };

  return {
    send(sending: Sending) {
      const submit = toSubmit(sending, basePath);
      const before = queues.get(sending.source);
      if (before?.signature === submit.signature) {
        tell(sending);
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

/** Where a page is not served over TLS there is no `randomUUID`. */
function createKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}
