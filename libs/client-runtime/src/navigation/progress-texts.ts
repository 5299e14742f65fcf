import type { Progress } from './navigation-progress.ts';

/** What a visitor is told who waits longer than usual. */
export const progressTexts: Readonly<Partial<Record<Progress['state'], string>>> = {
  slow: 'The page is slow to answer.',
  held: 'You are offline. The page opens when the connection is back.',
};
