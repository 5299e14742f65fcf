/** Browsers resolve `.` and `..` in an address, encoded or not, so such versions have no page. */
export function hasReleasePage(version: string): boolean {
  return version !== '.' && version !== '..';
}
