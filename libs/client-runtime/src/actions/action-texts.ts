export const WAITING = 'Waiting for the connection. Your input is sent once it is back.';
export const NOT_SIGNED_IN = 'You are not signed in. Sign in, and send it again.';
export const NOT_DONE =
  'Nothing was done, because this page has changed since. Check the page, and send it again.';
export const UNREADABLE = 'A file cannot be read. Choose it again.';
export const UNEXPECTED = 'An unexpected response was received from the server.';
