const ANONYMOUS_CLASS = /@anonymous[\0\u{FFFD}]?(?![:(])[^\n]{1,1024}?(?=::|$)/gu;
const CLOSURE_OF_FILE = /\{closure:(?:[/\\]|[A-Za-z]:[/\\])[^{}\n]{1,1024}?:\d{1,9}\}/g;

/**
 * Removes file paths from the names of PHP's anonymous classes
 * (`class@anonymous\0/var/www/Cart.php:12$0`) and closures (`{closure:/var/www/routes.php:12}`).
 * These paths change with each release.
 */
export function withoutPathsOfPhp(name: string): string {
  return name.replace(ANONYMOUS_CLASS, '@anonymous').replaceAll(CLOSURE_OF_FILE, '{closure}');
}
