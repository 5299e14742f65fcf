/** Shown when nothing else caught an error of the browser's. */
export const clientErrorText =
  'Application error: a client-side exception has occurred (see the browser console for more information).';

/** Shown for an error of the server's. Its digest follows on a line of its own. */
export const serverErrorText =
  'Application error: a server-side exception has occurred (see the server logs for more information).';
