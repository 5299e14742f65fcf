import type { Announce } from '../announcer/announcer.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { Observable } from '../observable.ts';
import type { Challenge } from './challenge.ts';
import type { Ending, Sending, SubmissionStatus } from './submission.ts';
import type { Submissions } from './submissions.ts';

/** What sends, once it is there (ADR 87). */
export interface ActionsPart {
  /** Resolves when it has settled, and what came of it is shown. Never rejects. */
  send(sending: Sending): Promise<Ending>;
}

export interface Actions {
  /** What the visitor is asked to sign in for. */
  readonly challenge: Observable<Challenge | undefined>;
  /**
   * Sends a form or an action, and tells what becomes of it. What is on its way already is not sent twice. Resolves
   * when it has settled; undefined when the code that sends does not come: the browser has to. Never rejects.
   */
  send(sending: Sending): Promise<Ending | undefined>;
}

export interface LateActionsParts {
  readonly window: Window;
  readonly announce: Announce;
  readonly submissions: Submissions;
  readonly challenge: Observable<Challenge | undefined>;
  readonly code: Pick<CodeLoader<ActionsPart>, 'find' | 'load'>;
}

/** What a visitor is told who sends something while its code cannot come, nor the region for what is urgent with it. */
const OFFLINE = 'You are offline. Your input is sent once the connection is back.';

/** Hands over to what is loaded when the browser is idle, or with what is sent before. */
export function createLateActions({
  window,
  announce,
  submissions,
  challenge,
  code,
}: LateActionsParts): Actions {
  const { get, set } = submissions;

  const sendLate = async (sending: Sending): Promise<Ending | undefined> => {
    const tell = (status?: SubmissionStatus): void => {
      const others = get().filter(({ of }) => of !== sending);
      set(status ? [...others, { of: sending, status, errors: {}, fields: {} }] : others);
    };
    tell('sending');
    for (;;) {
      // Each try comes after the one before.
      const part = await code.load([]);
      if (part) return part.send(sending);
      if (window.navigator.onLine) {
        tell();
        return undefined;
      }
      tell('waiting');
      announce(OFFLINE);
      await new Promise((resolve) => window.addEventListener('online', resolve));
    }
  };

  return { challenge, send: (sending) => code.find()?.send(sending) ?? sendLate(sending) };
}
