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
   * the form. Never rejects.
   */
  send(sending: Sending): Promise<SubmissionResult | undefined>;
}

export interface LateActionsParts {
  readonly window: Window;
  readonly announce: Announce;
  readonly submissions: Submissions;
  readonly challenge: Observable<Challenge | undefined>;
  readonly code: Pick<CodeLoader<ActionsPart>, 'find' | 'load'>;
}

export function createLateActions({
  window,
  announce,
  submissions,
  challenge,
  code,
}: LateActionsParts): Actions {
  const { get, set } = submissions;

  const sendLate = async (sending: Sending): Promise<SubmissionResult | undefined> => {
    const tell = (status?: SubmissionStatus): void => {
      const others = get().filter(({ of }) => of !== sending);
      set(status ? [...others, { of: sending, status, errors: {}, fields: {} }] : others);
    };
    tell('sending');
    for (;;) {
      const part = await code.load([]);
      if (part) return part.send(sending);
      if (window.navigator.onLine) {
        tell();
        return undefined;
      }
      tell('waiting');
      // The urgent announcer belongs to the code that cannot load.
      announce(runtimeTexts.waiting);
      await new Promise((resolve) => window.addEventListener('online', resolve));
    }
  };

  return { challenge, send: (sending) => code.find()?.send(sending) ?? sendLate(sending) };
}
