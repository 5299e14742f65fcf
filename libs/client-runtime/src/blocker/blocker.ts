import { createObservable } from '../observable.ts';
import type { Observable } from '../observable.ts';

/**
 * Asks before unsaved input is lost. Holds the open question, or undefined. When the document
 * itself is left, the browser asks in its own words.
 */
export interface Blocker extends Observable<string | undefined> {
  /**
   * Adds a question for unsaved input and returns the function that removes it. The question that
   * was added last is asked.
   */
  add(this: void, question: string): () => void;
  isBlocking(): boolean;
  /**
   * Asks the visitor the newest question, in place of a question that is still open. Calls `leave`
   * when the visitor agrees.
   */
  ask(leave: () => void): void;
  /**
   * Records the visitor's answer, also without an open question. An agreement holds for everything
   * that follows, full navigations too, until `answer(false)`.
   */
  answer(this: void, isLeaving: boolean): void;
}

export function createBlocker(window: Window): Blocker {
  const { get, set, subscribe } = createObservable<string | undefined>(undefined);
  const questions = new Map<object, string>();
  let hasAgreed = false;
  let onAgreed: (() => void) | undefined;

  const askByBrowser = (event: BeforeUnloadEvent): void => {
    if (!hasAgreed) {
      event.preventDefault();
      // Chromium before 119 needs `returnValue`.
      event.returnValue = true;
    }
    // The document may stay although it was left: the address may be a download. The next attempt
    // asks again.
    hasAgreed = false;
  };

  return {
    get,
    subscribe,
    add(question) {
      const key = {};
      questions.set(key, question);
      // Listens only while there is unsaved input: some browsers keep no document with this
      // listener in the back/forward cache.
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
