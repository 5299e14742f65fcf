import { documentPayloadId } from '#shared';
import type { DocumentPayload, OutcomeProps } from '#shared';

export interface OverlayError {
  readonly message: string;
  readonly stack: string;
  readonly id?: string;
}

/**
 * Matches `http://localhost:3000/src/features/…/issue.page.tsx?t=1:12:5` and
 * `/…/apps/renderer/src/…/x.ts:12:5`.
 */
const OWN_FRAME = /(?<file>(?:apps\/renderer\/)?src\/(?!browser\/dev-)[^\s?:)]+\.tsx?)/;

/**
 * Gives `show` every uncaught error, and the error with which the server failed. Warns when a file
 * is chosen in a form that does not send files. Used only in development, where Vite itself shows compile errors.
 */
export function watchFaults(
  window: Window,
  show: (error: OverlayError) => void,
  warn: (text: string) => void = console.warn,
): void {
  window.addEventListener('error', ({ error }) => show(toOverlayError(error)));
  window.addEventListener('unhandledrejection', ({ reason }) => show(toOverlayError(reason)));
  window.addEventListener('change', ({ target }) => {
    if (losesFile(target as HTMLInputElement)) warn(FILE_LOST);
  });
  const stack = findServerStack(window.document);
  if (stack !== undefined) show(toOverlayError(stack));
}

const FILE_LOST =
  'The form sends only the name of this file: give it encType="multipart/form-data".';

function losesFile({ type, form }: HTMLInputElement): boolean {
  return type === 'file' && form?.method === 'post' && form.enctype !== 'multipart/form-data';
}

export function toOverlayError(error: unknown): OverlayError {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const [message = 'Error'] = (error instanceof Error ? error.message : text).split('\n', 1);
  const file = OWN_FRAME.exec(text)?.groups?.['file'];
  return { message, stack: text, id: file || undefined };
}

function findServerStack(document: Document): string | undefined {
  const text = document.getElementById(documentPayloadId)?.textContent;
  if (!text) return undefined;
  const { page } = JSON.parse(text) as DocumentPayload;
  return (page.segments.at(-1)?.data as Partial<OutcomeProps> | undefined)?.stack;
}
