import { pageDataHeaders } from '#shared';
import type { Scheduler } from '#shared';
import type { PageReader } from '../page-data/page-reader.ts';
import { readReply } from './reply.ts';
import { UNEXPECTED } from './action-texts.ts';
import type { Reply } from './reply.ts';
import type { SerialisedBody } from './serialise-body.ts';
import type { Submit } from './submit.ts';

export interface CourierParts {
  readonly window: Window;
  readonly fetch: typeof fetch;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  readonly scheduler: Scheduler;
  readonly reader: Pick<PageReader, 'ask' | 'drop' | 'read'>;
  /** Keys of the segments of the page at an address that need not be sent. */
  readonly listHeld: (url: string) => readonly string[];
}

/** What is sent, as often as it takes: the server does it once. */
export interface Letter {
  readonly key: string;
  readonly body: SerialisedBody;
}

/**
 * Sends until there is an answer. `onWaiting`: the connection is lost, and it will be tried again by itself; once.
 * Rejects never.
 */
export type Deliver = (submit: Submit, letter: Letter, onWaiting: () => void) => Promise<Reply>;

/**
 * Browsers send 64 KiB when the document is gone, over all requests that are under way, and refuse what is more. It
 * is not ours alone: monitoring reports so, too.
 */
const KEEPALIVE_BYTES = 20_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

export function createCourier({
  window,
  fetch,
  basePath,
  scheduler,
  reader,
  listHeld,
}: CourierParts): Deliver {
  /** Of the bodies that are under way so. */
  let keptAliveBytes = 0;

  /** Returns what gives the room back; undefined when there is none. */
  const keepAlive = (bytes: number): (() => void) | undefined => {
    if (keptAliveBytes + bytes > KEEPALIVE_BYTES) return undefined;
    keptAliveBytes += bytes;
    return () => void (keptAliveBytes -= bytes);
  };

  /** Until the connection is back, as the browser says, or that time has passed. */
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
    { key, body }: Letter,
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

  return async (submit, letter, onWaiting) => {
    let giveBack = keepAlive(letter.body.size);
    let release = giveBack ? undefined : holdDocument(window);
    let redirect: RequestRedirect = 'follow';
    let isLed = false;
    try {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        try {
          // Each try comes after the one before.
          const reply = await send(submit, letter, { keepalive: !!giveBack, redirect });
          if (reply) return reply;
          // There is an answer, and it leads elsewhere: what cannot be followed there leads to another origin.
          isLed = true;
          redirect = 'follow';
        } catch {
          if (isLed) return { message: UNEXPECTED, isUnknown: false };
          redirect = 'manual';
          if (pauseMs === FIRST_PAUSE_MS) onWaiting();
          giveBack?.();
          giveBack = undefined;
          release ??= holdDocument(window);
          await pause(pauseMs);
        }
      }
    } finally {
      giveBack?.();
      release?.();
    }
  };
}

/** The browser asks before the document is left, with which something would be lost. Returns what ends that. */
function holdDocument(window: Window): () => void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
