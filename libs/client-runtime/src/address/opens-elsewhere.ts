export function opensElsewhere(element: HTMLAnchorElement | HTMLFormElement): boolean {
  return !/^(?:_self)?$/.test(element.target) || element.hasAttribute('download');
}
