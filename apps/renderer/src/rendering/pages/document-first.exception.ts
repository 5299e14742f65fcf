/**
 * Answers page data and actions of the runtime with 409: the browser has to load a document first.
 * The runtime makes one full navigation that keeps what was typed. The action was not run.
 *
 * ```ts
 * if (await providers.needsDocument(session, visit)) throw new DocumentFirstException();
 * ```
 */
export class DocumentFirstException extends Error {}
