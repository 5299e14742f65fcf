import type { Request, Response } from 'express';
import type { Session } from '#product/people/accounts';

export interface Visit {
  readonly request: Request;
  readonly response: Response;
}

/** Port that checks sessions again at the provider that opened them. `providers` implements it. */
export abstract class ProviderSessions {
  /**
   * Returns false when the session has ended, because its provider refused it, or did not answer
   * for too long. Asks the provider in the background, so that no request waits for it.
   */
  abstract goesOn(session: Session): Promise<boolean>;

  /**
   * Returns the address at the provider where the browser has the session checked. Returns
   * undefined when nothing is due, or when the provider does not answer.
   */
  abstract findDetour(session: Session, visit: Visit): Promise<string | undefined>;

  /**
   * Returns whether the browser has to load a document, so that `findDetour` can have the session
   * checked. A cookie then tells that document from one to which a form without scripts has led.
   */
  abstract needsDocument(session: Session, visit: Visit): Promise<boolean>;

  /** Returns whether the document follows an answer of `needsDocument`. */
  abstract isNeeded(request: Request): boolean;

  /** Lets the next document pass. */
  abstract postponeDetour(session: Session): Promise<void>;
}
