const BELOW_RELEASES =
  /(^|[/\\])(?:releases|builds|deployments|deploys)[/\\](?=[^/\\\d]{0,200}\d)[^/\\]{1,200}[/\\]/;
const WITH_VERSION = /(?<=[/\\][A-Za-z][\w.]{0,60})-v?\d{1,9}(?:\.\d{1,9}){1,3}(?=[/\\])/;

/**
 * Drops the folder that deploy tools create for each release, such as `releases/20261124101112`.
 * Also drops versions from folder names, such as `-1.4.2` from `app-1.4.2`.
 */
export function withoutReleaseFolder(path: string): string {
  return path.replace(BELOW_RELEASES, '$1').replace(WITH_VERSION, '');
}
