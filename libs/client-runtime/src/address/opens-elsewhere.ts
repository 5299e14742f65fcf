/** Whether what a link or a form leads to is not shown in its place: in another tab, or saved. */
export function opensElsewhere(element: HTMLAnchorElement | HTMLFormElement): boolean {
  return !/^(?:_self)?$/.test(element.target) || element.hasAttribute('download');
}
