/** Returns true when a link or form opens another tab or saves a file. */
export function opensElsewhere(element: HTMLAnchorElement | HTMLFormElement): boolean {
  return !/^(?:_self)?$/.test(element.target) || element.hasAttribute('download');
}
