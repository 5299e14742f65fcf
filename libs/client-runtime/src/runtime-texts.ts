/** Texts of the runtime. Those that may be absent are English then. */
export interface RuntimeTexts {
  /** The server has not answered a navigation for a while. */
  slow: string;
  /** A navigation waits for the connection. */
  held: string;
  /** A form waits for the connection. */
  waiting: string;
  notSignedIn?: string;
  /** The server has another build, which does not know the action. */
  notDone?: string;
  /** A file of a form cannot be read. */
  unreadable?: string;
  /** The answer to an action cannot be read. */
  unexpected?: string;
}

/**
 * Texts that the runtime shows by itself: why a page takes long, and how a form ended. Each text of
 * a wait has the name of its state of progress.
 * A product assigns those of another language in the browser.
 *
 * ```tsx
 * useEffect(() => void Object.assign(runtimeTexts, { slow: 'Die Seite braucht lange.' }), []);
 * return <p role="status">{runtimeTexts[progress.state]}</p>;
 * ```
 */
export const runtimeTexts: RuntimeTexts & { readonly idle?: string; readonly loading?: string } = {
  slow: 'The page is slow to answer.',
  held: 'You are offline. The page opens once the connection is back.',
  waiting: 'Waiting for the connection. Your input is sent once it is back.',
};
