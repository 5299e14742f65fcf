import { ownParameters } from '#shared';

/**
 * Shows the page's own address: what only a document without scripts was asked for with is taken out,
 * so that it is neither bookmarked nor sent on.
 */
export function showCanonicalAddress({ location, history }: Window, canonical: string): void {
  const parameters = new URLSearchParams(location.search);
  if (!ownParameters.some((name) => parameters.has(name))) return;
  history.replaceState(history.state, '', canonical + location.hash);
}
