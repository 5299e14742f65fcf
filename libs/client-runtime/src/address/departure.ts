/** Hands over to the browser: one full navigation. It takes the place of the current entry when `isReplace`. */
export function leave({ location, history }: Window, href: string, isReplace = false): void {
  if (withoutFragment(href) !== withoutFragment(location.href)) {
    location[isReplace ? 'replace' : 'assign'](href);
    return;
  }
  // To the browser this would be a fragment of what it shows already.
  if (href !== location.href) history.replaceState(history.state, '', href);
  location.reload();
}

export function withoutFragment<Text extends string>(href: Text): Text {
  return href.split('#', 1)[0] as Text;
}
