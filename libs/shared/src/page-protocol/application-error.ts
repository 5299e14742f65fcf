export const clientErrorText =
  'Application error: a client-side exception has occurred (see the browser console for more information).';

/**
 * Message for an error on the server. The error's digest, which also appears in the log, follows on
 * the next line.
 */
export const serverErrorText =
  'Application error: a server-side exception has occurred (see the server logs for more information).';
