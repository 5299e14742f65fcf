/**
 * Leaves the page by exactly one full navigation of the browser. `isReplace` replaces the current
 * history entry.
 */
export function leave({ location, history }: Window, href: string, isReplace?: boolean): void {
  if (withoutFragment(href) !== withoutFragment(location.href)) {
    location[isReplace ? 'replace' : 'assign'](href);
    return;
  }
  // `assign` and `replace` would load nothing, because the addresses differ only in the fragment.
  if (href !== location.href) history.replaceState(history.state, '', href);
  location.reload();
}

export function withoutFragment<Text extends string>(href: Text): Text {
  return href.split('#', 1)[0] as Text;
}
