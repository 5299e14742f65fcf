import type { BrowserContext } from 'playwright-core';

const PRINTED = /\S+\/setup\?token=(?<token>[\w-]+)/;
const NAME = 'errata-setup';

/**
 * Returns the token of the set-up link in the output, or an empty text when Errata has an owner.
 */
export function findToken(printed: string): string {
  return PRINTED.exec(printed)?.groups?.['token'] ?? '';
}

/**
 * Returns the cookie of a browser that has opened the set-up link. The cookie allows reading while
 * Errata has no owner.
 */
export function toPass(printed: string): { readonly Cookie: string } {
  const token = findToken(printed);
  // The cookie has another name under TLS.
  return { Cookie: token && `${NAME}=${token}; __Host-${NAME}=${token}` };
}

export async function addSetUpCookie(
  context: BrowserContext,
  { url, pass }: { readonly url: string; readonly pass: { readonly Cookie: string } },
): Promise<void> {
  const [, value = ''] = /=([\w-]+)/.exec(pass.Cookie) ?? [];
  await context.addCookies([{ name: NAME, value, url }]);
}
