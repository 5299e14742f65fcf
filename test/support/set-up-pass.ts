import type { BrowserContext } from 'playwright-core';

const PRINTED = /\S+\/setup\?token=(?<token>[\w-]+)/;
const NAME = 'errata-setup';

/** The token of the link that a start has printed; empty when it has not, because somebody owns Errata. */
export function findToken(printed: string): string {
  return PRINTED.exec(printed)?.groups?.['token'] ?? '';
}

/** The header of a browser that has opened that link: it reads while nobody owns Errata. */
export function toPass(printed: string): { readonly Cookie: string } {
  const token = findToken(printed);
  // Within TLS its name is another.
  return { Cookie: token && `${NAME}=${token}; __Host-${NAME}=${token}` };
}

/** Makes a browser one that has opened the link of the Errata at `url`. */
export async function letIn(
  context: BrowserContext,
  { url, pass }: { readonly url: string; readonly pass: { readonly Cookie: string } },
): Promise<void> {
  const [, value = ''] = /=([\w-]+)/.exec(pass.Cookie) ?? [];
  await context.addCookies([{ name: NAME, value, url }]);
}
