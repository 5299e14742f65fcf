import { ownParameters } from '#page-protocol';

/**
 * Removes parameters that only documents without scripts need, so that nobody bookmarks or shares
 * them.
 */
export function showCanonicalAddress({ location, history }: Window, canonical: string): void {
  const parameters = new URLSearchParams(location.search);
  if (!ownParameters.some((name) => parameters.has(name))) return;
  history.replaceState(history.state, '', canonical + location.hash);
}
