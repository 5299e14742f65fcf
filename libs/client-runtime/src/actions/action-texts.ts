import { runtimeTexts } from '../runtime-texts.ts';

/** The texts of the product, and English ones where it gives none. */
export const texts = Object.assign(runtimeTexts, {
  notSignedIn: 'You are not signed in. Sign in, and send it again.',
  otherVisitor: 'Your sign-in changed. Sign in, and send it again.',
  unreadable: 'A file cannot be read. Choose it again.',
  unexpected: 'An unexpected response was received from the server.',
  ...runtimeTexts,
});
