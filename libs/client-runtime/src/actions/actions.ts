import type { Scheduler } from '#page-protocol';
import type { Announce } from '../announcer/announcer.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { Observable } from '../observable.ts';
import { runtimeTexts } from '../runtime-texts.ts';
import type { Challenge } from './challenge.ts';
import type { SubmissionResult, Sending, SubmissionStatus } from './submission.ts';
import type { Submissions } from './submissions.ts';

export interface ActionsPart {
  /** Resolves when the sending has settled and its result is shown. Never rejects. */
  send(sending: Sending): Promise<SubmissionResult>;
}

export interface Actions {
  readonly challenge: Observable<Challenge | undefined>;
  /**
   * Sends a form or an action, and reports its progress in the submissions. Returns the result of
   * an identical sending that is under way, instead of sending twice. Resolves when the sending has
   * settled. Resolves with undefined when the sending code cannot load and the browser must submit
   * the form. Without a form, waits for the code. Never rejects.
   */
  send(sending: Sending): Promise<SubmissionResult | undefined>;
}

export interface LateActionsParts {
  readonly window: Window;
  readonly announce: Announce;
  readonly submissions: Submissions;
  readonly challenge: Observable<Challenge | undefined>;
  readonly code: Pick<CodeLoader<ActionsPart>, 'find' | 'load'>;
  readonly scheduler: Scheduler;
}

const RETRY_MS = 5000;

export function createLateActions({
  window,
  announce,
  submissions,
  challenge,
  code,
  scheduler,
}: LateActionsParts): Actions {
  const { get, set } = submissions;

  const sendLate = async (sending: Sending): Promise<SubmissionResult | undefined> => {
    const tell = (status?: SubmissionStatus): void => {
      const others = get().filter(({ of }) => of !== sending);
      set(status ? [...others, { of: sending, status, errors: {}, fields: {} }] : others);
    };
    tell('sending');
    for (let isTold = false; ; isTold = true) {
      const part = await code.load([]);
      if (part) return part.send(sending);
      // No browser can send an action without a form, so that waits for the code.
      if (window.navigator.onLine && 'form' in sending) {
        tell();
        return undefined;
      }
      tell('waiting');
      // The urgent announcer belongs to the code that cannot load.
      if (!isTold) announce(runtimeTexts.waiting);
      await new Promise((resolve: (value?: unknown) => void) => {
        window.addEventListener('online', resolve);
        if (window.navigator.onLine) scheduler.runAfter(RETRY_MS, resolve);
      });
    }
  };

  return { challenge, send: (sending) => code.find()?.send(sending) ?? sendLate(sending) };
}
