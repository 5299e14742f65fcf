/** Shown when nothing else caught an error of the browser's (DESIGN §3, to the letter). */
export const clientErrorText =
  'Application error: a client-side exception has occurred (see the browser console for more information).';

/** Shown for an error of the server's (DESIGN §3, to the letter). Its digest follows on a line of its own. */
export const serverErrorText =
  'Application error: a server-side exception has occurred (see the server logs for more information).';
