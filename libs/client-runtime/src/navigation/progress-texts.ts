import type { Progress } from './navigation-progress.ts';

/**
 * Texts for a visitor who waits longer than usual, by state of the progress.
 *
 * ```tsx
 * const { progress } = useNavigation();
 * return <p role="status">{progressTexts[progress.state]}</p>;
 * ```
 */
export const progressTexts: Readonly<Partial<Record<Progress['state'], string>>> = {
  slow: 'The page is slow to answer.',
  held: 'You are offline. The page opens once the connection is back.',
};
