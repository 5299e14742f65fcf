import { pageDataHeaders } from '#page-protocol';
import type { Scheduler } from '#page-protocol';
import type { Visitor } from '../cache/visitor.ts';
import type { ComingFlash } from '../flash/coming-flash.ts';
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
  readonly person: string;
  readonly scheduler: Scheduler;
  readonly reader: Pick<PageReader, 'ask' | 'drop' | 'read'>;
  readonly listHeld: (url: string) => readonly string[];
  readonly visitor: Pick<Visitor, 'isOther' | 'mark'>;
  readonly note: ComingFlash['note'];
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
 * when the first try has failed. Does not try once somebody else has signed in since the visitor sent
 * the form, because that would act in their name.
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
  person,
  scheduler,
  reader,
  listHeld,
  visitor,
  note,
}: ActionSenderParts): SendAction {
  let keptAliveBytes = 0;

  /** Reserves bytes for a `keepalive` request, and returns the function that frees them. */
  const keepAlive = (bytes: number): (() => void) => {
    keptAliveBytes += bytes;
    return () => void (keptAliveBytes -= bytes);
  };

  /**
   * Makes the browser ask before the visitor leaves the document, because leaving would lose the
   * request. Nobody else is asked, because the document has to go, and the next one tells why.
   * Returns a function that removes the question.
   */
  const holdDocument = (): (() => void) => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (visitor.isOther()) note({ text: texts.otherVisitor });
      else event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  };

  const pause = (delayMs: number): Promise<unknown> =>
    new Promise((resolve: (value?: unknown) => void) => {
      scheduler.runAfter(delayMs, resolve);
      window.addEventListener('online', resolve, { once: true });
    });

  const send = async (
    { sending, url }: Submit,
    { key, body }: ActionRequest,
    options: Pick<RequestInit, 'keepalive' | 'redirect'>,
  ): Promise<Reply | undefined> => {
    const answer = await fetch(basePath + url, {
      method: 'POST',
      headers: {
        [pageDataHeaders.action]: sending.name + person,
        ...reader.ask(listHeld(url)),
        'Content-Type': body.type,
        'Idempotency-Key': key,
      },
      body: body.bytes,
      cache: 'no-store',
      mode: 'same-origin',
      ...options,
    });
    return answer.type === 'opaqueredirect' ? undefined : readReply(answer, reader);
  };

  return async (submit, request, onWaiting) => {
    const { mark } = submit;
    const { size } = request.body;
    let keepalive = keptAliveBytes + size <= KEEPALIVE_BYTES;
    let release = keepalive ? keepAlive(size) : holdDocument();
    let redirect: RequestRedirect = 'follow';
    let isRedirected = false;
    try {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        // A deleted cookie does not mean another visitor, and neither does a sign-in over the page.
        const now = visitor.mark();
        if (!person && now && now !== mark && visitor.isOther()) {
          return { message: texts.otherVisitor, isKnown: false };
        }
        try {
          const reply = await send(submit, request, { keepalive, redirect });
          if (reply) return reply;
          // `fetch` rejects alike for a lost connection and for a redirect to another origin. This
          // try with `redirect: 'manual'` has shown that the server redirects. When the next try
          // fails, the redirect leads to another origin.
          isRedirected = true;
          redirect = 'follow';
        } catch {
          if (isRedirected) return { message: texts.unexpected, isKnown: false };
          redirect = 'manual';
          if (pauseMs === FIRST_PAUSE_MS) onWaiting();
          keepalive = false;
          release();
          release = holdDocument();
          await pause(pauseMs);
        }
      }
    } finally {
      release();
    }
  };
}
