import { pageDataHeaders } from '#page-protocol';
import type { Scheduler } from '#page-protocol';
import type { PageReader } from '../page-data/page-reader.ts';
import { readReply } from './reply.ts';
import { texts } from './action-texts.ts';
import type { Reply } from './reply.ts';
import type { SerialisedBody } from './serialise-body.ts';
import type { Submit } from './submit.ts';

export interface ActionSenderParts {
  readonly window: Window;
  readonly fetch: typeof fetch;
  readonly basePath: string;
  readonly scheduler: Scheduler;
  readonly reader: Pick<PageReader, 'ask' | 'drop' | 'read'>;
  readonly listHeld: (url: string) => readonly string[];
}

/**
 * A request with its idempotency key. The server carries it out only once, even when retries send
 * it again.
 */
export interface ActionRequest {
  readonly key: string;
  readonly body: SerialisedBody;
}

/**
 * Sends a request again and again until the server answers. Never rejects. Calls `onWaiting` once,
 * when the first try has failed.
 */
export type SendAction = (
  submit: Submit,
  request: ActionRequest,
  onWaiting: () => void,
) => Promise<Reply>;

/**
 * Limit for all bodies that are sent with `keepalive` at the same time. Browsers allow 64 KiB
 * (Fetch standard), and monitoring reports need a part of that.
 */
const KEEPALIVE_BYTES = 20_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

export function createActionSender({
  window,
  fetch,
  basePath,
  scheduler,
  reader,
  listHeld,
}: ActionSenderParts): SendAction {
  let keptAliveBytes = 0;

  /**
   * Reserves bytes for a `keepalive` request and returns the function that frees them. Returns
   * undefined when too few bytes are left.
   */
  const keepAlive = (bytes: number): (() => void) | undefined => {
    if (keptAliveBytes + bytes > KEEPALIVE_BYTES) return undefined;
    keptAliveBytes += bytes;
    return () => void (keptAliveBytes -= bytes);
  };

  const pause = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        cancel();
        window.removeEventListener('online', end);
        resolve();
      };
      const cancel = scheduler.runAfter(delayMs, end);
      window.addEventListener('online', end);
    });

  const send = async (
    { sending, url }: Submit,
    { key, body }: ActionRequest,
    { keepalive, redirect }: Pick<RequestInit, 'keepalive' | 'redirect'>,
  ): Promise<Reply | undefined> => {
    const answer = await fetch(basePath + url, {
      method: 'POST',
      headers: {
        [pageDataHeaders.action]: sending.name,
        ...reader.ask(listHeld(url)),
        'Content-Type': body.type,
        'Idempotency-Key': key,
      },
      body: body.bytes,
      cache: 'no-store',
      mode: 'same-origin',
      keepalive,
      redirect,
    });
    return answer.type === 'opaqueredirect' ? undefined : readReply(answer, reader);
  };

  return async (submit, request, onWaiting) => {
    let releaseKeepAlive = keepAlive(request.body.size);
    let release = releaseKeepAlive ? undefined : holdDocument(window);
    let redirect: RequestRedirect = 'follow';
    let isRedirected = false;
    try {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        try {
          const reply = await send(submit, request, { keepalive: !!releaseKeepAlive, redirect });
          if (reply) return reply;
          // `fetch` rejects alike for a lost connection and for a redirect to another origin. This
          // try with `redirect: 'manual'` has shown that the server redirects. When the next try
          // fails, the redirect leads to another origin.
          isRedirected = true;
          redirect = 'follow';
        } catch {
          if (isRedirected) return { message: texts.unexpected, isUnknown: false };
          redirect = 'manual';
          if (pauseMs === FIRST_PAUSE_MS) onWaiting();
          releaseKeepAlive?.();
          releaseKeepAlive = undefined;
          release ??= holdDocument(window);
          await pause(pauseMs);
        }
      }
    } finally {
      releaseKeepAlive?.();
      release?.();
    }
  };
}

/**
 * Makes the browser ask before the visitor leaves the document, because leaving would lose the
 * request. Returns a function that removes the question.
 */
function holdDocument(window: Window): () => void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
