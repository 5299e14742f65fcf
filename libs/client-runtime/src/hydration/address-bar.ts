/** Matches `ownParameters`. */
const OWN = /[?&]_(whole|action)=/;

/**
 * Removes parameters that only documents without scripts need, so that nobody bookmarks or shares
 * them.
 */
export function showCanonicalAddress({ location, history }: Window, canonical: string): void {
  if (!OWN.test(location.search)) return;
  history.replaceState(history.state, '', canonical + location.hash);
}
