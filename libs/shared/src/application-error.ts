/**
 * The text shown when nothing else caught an error (DESIGN §3, to the letter). With a digest the
 * error came from the server; the digest follows on a line of its own.
 */
export function applicationErrorText(digest?: string): string {
  return digest === undefined
    ? 'Application error: a client-side exception has occurred (see the browser console for more information).'
    : 'Application error: a server-side exception has occurred (see the server logs for more information).';
}
