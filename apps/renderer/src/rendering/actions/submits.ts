import { Injectable, Logger } from '@nestjs/common';
import { Clock, idempotencyLimits, Scheduler } from '#shared';
import { IdempotencyStore } from '#persistence';
import type { StoredAnswer } from '#persistence';
import type { Request, Response } from 'express';
import { describeError } from '../outcomes/digest.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import type { RedirectStatus } from '../pages/redirect.exception.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { getPageRequest } from '../request/page-request.ts';
import { getVisitorSignal } from '../request/visitor-signal.ts';
import { ActionRefusal } from './action-refusal.ts';
import type { SettledAction } from './settled-action.ts';

/** As browsers make them: a UUID is one. */
const KEY = /^[\x21-\x7e]{1,128}$/;
const LEASE_MS = idempotencyLimits.leaseMs;
const ASK_AGAIN_MS = 100;
/** How often what is old is forgotten, and how much of it at once. */
const FORGET_EVERY_MS = 600_000;
const FORGOTTEN_AT_ONCE = 1000;

export interface Submit {
  readonly request: Request;
  readonly response: Response;
  readonly action: string;
  /** Hash of its body. */
  readonly hash: string;
  /** What it results in is kept nowhere: repeated, it is refused with that. */
  readonly isShownOnce: boolean;
}

/**
 * Runs each submit once, whoever repeats it: one whose answer was lost is answered again, without being run. The header
 * `Idempotency-Key` identifies a submit.
 */
@Injectable()
export class Submits {
  private readonly logger = new Logger('Actions');
  private forgottenAtMs = -Infinity;

  constructor(
    private readonly store: IdempotencyStore,
    private readonly options: RenderingOptions,
    private readonly clock: Clock,
    private readonly scheduler: Scheduler,
  ) {}

  /**
   * What `run` settles in, now or when it was run before. Without a key it is run. Rejects as `run` does, with an
   * `ActionRefusal` for a key that was used with another body or whose result was shown once, and when the visitor leaves.
   */
  async runOnce(submit: Submit, run: () => Promise<SettledAction>): Promise<SettledAction> {
    const key = submit.request.headers['idempotency-key'];
    const scope = this.options.visitor?.(submit.request);
    // Of nobody known: a key could be anybody's.
    if (key === undefined || scope === undefined) return run();
    if (typeof key !== 'string' || !KEY.test(key)) {
      throw new ActionRefusal(400, 'The Idempotency-Key is not valid.');
    }
    const claimed = await this.claim(submit, scope, key);
    if ('repeated' in claimed) return repeat(claimed.repeated);
    this.forgetOld();
    const stop = this.keepClaimed(claimed.claim);
    try {
      return await this.settle(claimed.claim, submit, run);
    } finally {
      stop();
    }
  }

  /** Waits for who runs it now. */
  private async claim(
    { request, response, action, hash }: Submit,
    scope: string,
    key: string,
  ): Promise<{ claim: string } | { repeated: StoredAnswer | undefined }> {
    const { url } = getPageRequest(request);
    const signal = getVisitorSignal(response);
    for (;;) {
      // Each answer decides whether there is another question.
      const found = await this.store.claim(
        { scope, action, address: url, key },
        { fingerprint: hash, nowMs: this.clock.nowMs(), leaseMs: LEASE_MS },
      );
      if (found.state === 'claimed') return { claim: found.claim };
      if (found.state === 'done') return { repeated: found.answer };
      if (found.state === 'other_body') {
        throw new ActionRefusal(
          422,
          'This form was sent before, with other content. Load the page again and send it once more.',
        );
      }
      await this.wait(signal);
    }
  }

  private async settle(
    claim: string,
    { response, isShownOnce }: Submit,
    run: () => Promise<SettledAction>,
  ): Promise<SettledAction> {
    const cookies = countCookies(response);
    const settled = await run().catch((error: unknown) => {
      if (error instanceof RedirectException) return error;
      return this.release(claim).then(() => Promise.reject(error));
    });
    const isRedirect = settled instanceof RedirectException;
    // What was not accepted is not done: it is sent again, with something else in it. A cookie may be a secret, and is
    // kept nowhere: what sets one is run again.
    if ((isRedirect || settled.ok) && countCookies(response) === cookies) {
      await this.keep(claim, isShownOnce ? SHOWN : toAnswer(settled));
    } else {
      await this.release(claim);
    }
    if (isRedirect) throw settled;
    return settled;
  }

  /** What was done stays done: it is not given back when that cannot be written down. */
  private async keep(claim: string, answer: StoredAnswer): Promise<void> {
    try {
      const isMine = await this.store.settle(claim, answer);
      if (!isMine) this.logger.warn('A form took so long to process that it was processed twice.');
    } catch (error) {
      this.logger.error(`The result of a form could not be stored: ${describeError(error)}`);
    }
  }

  private async release(claim: string): Promise<void> {
    try {
      await this.store.release(claim);
    } catch (error) {
      this.logger.error(
        `A form could not be released for another attempt: ${describeError(error)}`,
      );
    }
  }

  /** Nobody waits for it; what cannot be forgotten now is later. */
  private forgetOld(): void {
    const nowMs = this.clock.nowMs();
    if (nowMs - this.forgottenAtMs < FORGET_EVERY_MS) return;
    this.forgottenAtMs = nowMs;
    this.store.forget(nowMs - idempotencyLimits.keptMs, FORGOTTEN_AT_ONCE).then(
      (count) => {
        // There are more.
        if (count === FORGOTTEN_AT_ONCE) this.forgottenAtMs = -Infinity;
      },
      () => (this.forgottenAtMs = -Infinity),
    );
  }

  /** Says that it is still running, until it is stopped. */
  private keepClaimed(claim: string): () => void {
    let cancel = (): void => undefined;
    const renew = (): void => {
      cancel = this.scheduler.runAfter(LEASE_MS / 3, () => {
        renew();
        // Taken over it would be run twice, which a database that is away makes no worse.
        this.store
          .renew(claim, { nowMs: this.clock.nowMs(), leaseMs: LEASE_MS })
          .catch(() => undefined);
      });
    };
    renew();
    return () => cancel();
  }

  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = (): void => {
        cancel();
        reject(signal.reason as Error);
      };
      const cancel = this.scheduler.runAfter(ASK_AGAIN_MS, () => {
        signal.removeEventListener('abort', leave);
        resolve();
      });
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

type Done = Extract<SettledAction, { ok: true }>;

function countCookies(response: Response): number {
  return [response.getHeader('Set-Cookie') ?? []].flat().length;
}

/** In place of what is kept nowhere. */
const SHOWN: StoredAnswer = { status: 204, headers: [], body: Buffer.from('null') };

function toAnswer(settled: Done | RedirectException): StoredAnswer {
  const isRedirect = settled instanceof RedirectException;
  return {
    status: isRedirect ? settled.redirectStatus : 200,
    headers: [],
    body: Buffer.from(JSON.stringify(isRedirect ? toLead(settled) : settled)),
  };
}

function repeat(answer: StoredAnswer | undefined): SettledAction {
  // What was too large to be kept was done all the same.
  if (!answer) return { ok: true, result: null };
  const said: unknown = JSON.parse(answer.body.toString());
  if (answer.status === 200) return said as Done;
  if (answer.status === SHOWN.status) {
    throw new ActionRefusal(409, 'The form was processed, but its result cannot be shown again.');
  }
  const { address, flash } = said as Lead;
  throw new RedirectException(address, answer.status as RedirectStatus, flash);
}

/** What is kept of a redirect beside its status. */
type Lead = Pick<RedirectException, 'address' | 'flash'>;

function toLead({ address, flash }: RedirectException): Lead {
  return { address, flash };
}
