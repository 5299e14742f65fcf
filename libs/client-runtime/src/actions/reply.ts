import { pageDataHeaders } from '#page-protocol';
import type { ArrivingPage, PageReader } from '../page-data/page-reader.ts';
import { texts } from './action-texts.ts';

export type Reply =
  | (ArrivingPage & { readonly isRedirected: boolean })
  /** The action succeeded and redirected to an address that is no page of the application. */
  | { readonly location: string }
  /**
   * The answer is not page data. When `isKnown` is false, the server may have run the action. `build`
   * is there when the server's build has no action of this name.
   */
  | {
      readonly message: string;
      readonly isKnown: boolean;
      readonly build?: string | null | undefined;
    };

const MAX_CHARACTERS = 1000;

export async function readReply(
  answer: Response,
  reader: Pick<PageReader, 'drop' | 'read'>,
): Promise<Reply> {
  const { status, redirected: isRedirected, url: location, headers } = answer;
  const arriving = await reader.read(answer);
  if (arriving) return { ...arriving, isRedirected };
  const isText =
    status >= 400 && !isRedirected && !!headers.get('Content-Type')?.startsWith('text/plain');
  const text = isText && (await answer.text()).slice(0, MAX_CHARACTERS);
  reader.drop(answer);
  if (isRedirected) return { location };
  return {
    message: text || texts.unexpected,
    isKnown: isText && status < 500,
    build: headers.has(pageDataHeaders.actionNotFound)
      ? headers.get(pageDataHeaders.build)
      : undefined,
  };
}
