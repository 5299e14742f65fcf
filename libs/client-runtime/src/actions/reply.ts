import { pageDataHeaders } from '#shared';
import type { ArrivingPage, PageReader } from '../page-data/page-reader.ts';
import { UNEXPECTED } from './action-texts.ts';

/** What the server answered to an action. */
export type Reply =
  /** `isLed`: it is the page that the action led to. */
  | (ArrivingPage & { readonly isLed: boolean })
  /** The action was done, and led to an address that only the browser can show. */
  | { readonly location: string }
  /**
   * Nothing that the page-data format knows: whether it was done is not known. `isUnknown`: there is no such action, in
   * the server's build.
   */
  | { readonly message: string; readonly isUnknown: boolean; readonly build?: string | null };

const MOST_CHARACTERS = 1000;

/** Rejects when the answer breaks off. */
export async function readReply(
  answer: Response,
  reader: Pick<PageReader, 'drop' | 'read'>,
): Promise<Reply> {
  const { status, redirected: isLed, url: location, headers } = answer;
  const arriving = await reader.read(answer);
  if (arriving) return { ...arriving, isLed };
  const isText = status >= 400 && headers.get('Content-Type')?.startsWith('text/plain');
  const text = isText && !isLed ? (await answer.text()).slice(0, MOST_CHARACTERS) : '';
  reader.drop(answer);
  if (isLed) return { location };
  return {
    message: text || UNEXPECTED,
    isUnknown: headers.has(pageDataHeaders.actionNotFound),
    build: headers.get(pageDataHeaders.build),
  };
}
