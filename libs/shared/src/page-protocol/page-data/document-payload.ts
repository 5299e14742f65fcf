import type { ActionState } from './field-errors.ts';
import type { Flash } from './flash.ts';
import type { DeferredDatum, PageData } from './page-data.ts';

export const documentPayloadId = 'document-payload';

export const documentRootId = 'root';

/** Name of the cookie with the mark of the visitor who uses the browser. Scripts may read it. */
export const visitorCookie = 'page-visitor';

/**
 * Name of the global variable to which a streamed document adds each `DeferredDatum` when it
 * settles.
 */
export const deferredQueueName = 'pageDeferred';

/**
 * Name of the global variable in which a document records `EarlyClicks` until its scripts have
 * loaded.
 */
export const earlyClicksName = 'pageClicks';

export interface EarlyClicks {
  /**
   * Clicked elements, oldest first, one entry for each click. The list grows until `stop` is
   * called, and by `note` after that.
   */
  readonly targets: Element[];
  /** Records a click on a button that does nothing without scripts. Ignores other clicks. */
  note(click: Event): void;
  /** Stops recording. From this call on, scripts handle clicks. */
  stop(): void;
  /** The fixed sentence about failed scripts, which the runtime shows too. */
  readonly failed: string;
}

/** Texts of the runtime. Those that may be absent are English then. */
export interface RuntimeTexts {
  /** The server has not answered a navigation for a while. */
  slow: string;
  /** A navigation waits for the connection. */
  held: string;
  /** A form waits for the connection. */
  waiting: string;
  notSignedIn?: string;
  /** Somebody else has signed in since the form was opened, so it is not sent. */
  otherVisitor?: string;
  /** The sign-in changed, so that the page was loaded again without what was typed. */
  typedGone?: string;
  /** Another person is signed in than the one whose page sent the action. `{name}` is who. */
  otherPerson?: string;
  /** The server has another build, which does not know the action. */
  notDone?: string;
  /** A file of a form cannot be read. */
  unreadable?: string;
  /** The answer to an action cannot be read. */
  unexpected?: string;
  /** A view threw, or the scripts of the page failed. `clientErrorText` follows. */
  failed?: string;
  /** The link after `failed`. */
  retry?: string;
  /** The server failed. A digest follows. Views of outcomes get it as `detail`. */
  fault?: string;
  /** Begins what is announced of refused fields. `{count}` is their number. */
  invalid?: string;
  /** Buttons of the question before unsaved input is lost, and of the dialog that asks to sign in. */
  stay?: string;
  leave?: string;
  close?: string;
}

export interface DocumentPayload {
  /** Path of the application without a trailing slash; empty at the root. */
  readonly basePath: string;
  readonly applicationName: string;
  /** Address of the `RouteTable`, base path included. The JSON at this address never changes. */
  readonly routeTable: string;
  readonly page: PageData;
  /**
   * Files of each view of the page, relative to the entry script. The build's table has the files
   * of other views.
   */
  readonly viewFiles: Readonly<Record<string, string>>;
  /** False when nothing may be prefetched for this visitor; otherwise absent. */
  readonly mayPrefetch?: boolean;
  /**
   * Mark of the visitor for whom the document was made. Tells visitors, and the same visitor with
   * other rights, apart without revealing either. Absent before the first sign-in.
   */
  readonly visitor?: string;
  /**
   * Ends the names of all actions that this document sends: `add.Zm9vYmFyYmF6`. The server refuses
   * them once another person is signed in. Empty when nobody is, and where shared caches may store the document.
   */
  readonly person: string;
  /** Texts of the product in place of the runtime's. */
  readonly texts?: Partial<RuntimeTexts> | undefined;
  readonly action?: ActionState;
  readonly flash?: Flash;
  /**
   * Deferred data that settled before the document was sent. When the query has `_whole`, all
   * deferred data is here.
   */
  readonly settled?: readonly DeferredDatum[];
  /**
   * Data for the application's own browser code, which is loaded only when this data is present.
   * The runtime does not read the data.
   */
  readonly boot?: unknown;
}

/**
 * Returns JSON that is safe inside a script element. Escapes `<`, which could end the element, and
 * line separators that older parsers reject.
 */
export function toPayloadScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
