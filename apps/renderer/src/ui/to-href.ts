/**
 * Adds the base path of the application, which is the path of the link in `a.wordmark`, for code
 * outside of React.
 */
export function toHref(path: string): string {
  const { pathname = '/' } = document.querySelector<HTMLAnchorElement>('a.wordmark') ?? {};
  return pathname.replace(/\/$/, '') + path;
}
