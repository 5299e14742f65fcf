import { createObservable } from '../observable.ts';
import type { Observable } from '../observable.ts';

/**
 * Asks before unsaved input is lost. The value is the question that waits for an answer, or
 * undefined. When the visitor leaves the document, the browser asks in its own words.
 */
export interface Blocker extends Observable<string | undefined> {
  /**
   * Adds a question for unsaved input, and returns the function that removes the question. `ask`
   * uses the newest question.
   */
  add(this: void, question: string): () => void;
  isBlocking(): boolean;
  /**
   * Asks the visitor the newest question, and calls `leave` when the visitor agrees. Replaces a
   * question that is still open.
   */
  ask(leave: () => void): void;
  /**
   * Records the visitor's answer, even when no question is open. `answer(true)` suppresses later
   * questions, also those of the browser, until `answer(false)` or the next `beforeunload` event.
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
    // The document stays when the address is a download, so the next attempt asks again.
    hasAgreed = false;
  };

  return {
    get,
    subscribe,
    add(question) {
      const key = {};
      questions.set(key, question);
      // Listens only while input is unsaved, because some browsers keep no document with this
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
