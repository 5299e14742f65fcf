import { createObservable } from '../observable.ts';
import type { Observable } from '../observable.ts';

/**
 * Asks before what is unsaved is lost: the visitor by a question that is told of, undefined while there is none;
 * where the document itself is left, by the browser's own.
 */
export interface Blocker extends Observable<string | undefined> {
  /** Something is unsaved from now on; of several the newest is asked about. Returns what ends that. */
  add(this: void, question: string): () => void;
  /** Something is unsaved, and the visitor has not agreed to lose it. */
  isBlocking(): boolean;
  /** Asks, in place of what is being asked; `leave` is called if the visitor agrees. */
  ask(leave: () => void): void;
  /**
   * The visitor's answer, to what is asked or without a question. That he leaves holds for whatever comes of it,
   * a full navigation too, until he is taken to stay.
   */
  answer(this: void, isLeaving: boolean): void;
}

export function createBlocker(window: Window): Blocker {
  const { get, set, subscribe } = createObservable<string | undefined>(undefined);
  /** Of what is unsaved, oldest first. */
  const questions = new Map<object, string>();
  let hasAgreed = false;
  let onAgreed: (() => void) | undefined;

  const askByBrowser = (event: BeforeUnloadEvent): void => {
    if (!hasAgreed) {
      event.preventDefault();
      // Chromium before 119 asks for nothing else.
      event.returnValue = true;
    }
    // The document may stay all the same: what led away was a file to save.
    hasAgreed = false;
  };

  return {
    get,
    subscribe,
    add(question) {
      const key = {};
      questions.set(key, question);
      // Not all the time: some browsers keep no page that listens for when the visitor comes back.
      window.addEventListener('beforeunload', askByBrowser);
      return () => {
        questions.delete(key);
        if (questions.size > 0) return;
        window.removeEventListener('beforeunload', askByBrowser);
        set(undefined);
      };
    },
    isBlocking: () => questions.size > 0 && !hasAgreed,
    ask(leave) {
      onAgreed = leave;
      set([...questions.values()].at(-1));
    },
    answer(isLeaving) {
      const leave = get() && isLeaving && onAgreed;
      set(undefined);
      hasAgreed = isLeaving;
      if (leave) leave();
    },
  };
}
