import { createHmac } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock, idempotencyLimits, Scheduler } from '#shared';
import { IdempotencyStore, UnknownCommit } from '#persistence';
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

const KEY = /^[\x21-\x7e]{1,128}$/;
const LEASE_MS = idempotencyLimits.leaseMs;
const ASK_AGAIN_MS = 100;
const FORGET_EVERY_MS = 600_000;
const FORGOTTEN_AT_ONCE = 1000;

export interface Submit {
  readonly request: Request;
  readonly response: Response;
  readonly action: string;
  readonly body: Uint8Array;
  /** When false, only the fact that the submit ran is stored. */
  readonly isRepeatable: boolean;
}

/**
 * Runs each submit once. A client that lost the answer may repeat the submit, and gets the same
 * answer. The header `Idempotency-Key` identifies a submit.
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
   * Calls `run`, or resolves with the outcome of the first submit with the same key. A submit
   * without a key always runs. All unknown visitors share one scope: the answer is for whoever sends
   * the same key and body.
   *
   * Rejects as `run` does, and when the visitor leaves while another request with the same key
   * runs. Rejects with an `ActionRefusal` for an invalid key, for a key that was used with another
   * body, and for a repeated submit that is not repeatable.
   */
  async runOnce(submit: Submit, run: () => Promise<SettledAction>): Promise<SettledAction> {
    const key = submit.request.headers['idempotency-key'];
    if (key === undefined) return run();
    if (typeof key !== 'string' || !KEY.test(key)) {
      throw new ActionRefusal(400, 'The Idempotency-Key is not valid.');
    }
    const claimed = await this.claim(submit, key);
    if ('repeated' in claimed) return repeat(claimed.repeated);
    this.forgetOld();
    const stop = this.keepClaimed(claimed.claim);
    try {
      return await this.settle(claimed.claim, submit, run);
    } finally {
      stop();
    }
  }

  private async claim(
    { request, response, action, body }: Submit,
    key: string,
  ): Promise<{ claim: string } | { repeated: StoredAnswer | undefined }> {
    const { url: address } = getPageRequest(request);
    const scope = this.options.visitor?.(request) ?? 'anonymous';
    const name = { scope, action, address, key };
    // A keyed hash, because a plain one would let a thief of the database guess passwords.
    const hash = createHmac('sha256', this.options.secret).update('submit ').update(body);
    const fingerprint = hash.digest('hex');
    const signal = getVisitorSignal(response);
    for (;;) {
      const nowMs = this.clock.nowMs();
      const found = await this.store.claim(name, { fingerprint, nowMs, leaseMs: LEASE_MS });
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
    { response, isRepeatable }: Submit,
    run: () => Promise<SettledAction>,
  ): Promise<SettledAction> {
    const cookies = countCookies(response);
    const settled = await run().catch(async (error: unknown) => {
      if (error instanceof RedirectException) return error;
      // The claim stays until its lease ends, because the action may have been done.
      if (!(error instanceof UnknownCommit)) await this.release(claim);
      throw error;
    });
    const isRedirect = settled instanceof RedirectException;
    // An answer with errors is not stored, because the visitor corrects the form and sends it
    // again. An answer that sets a cookie is not stored, because a cookie may be a secret.
    const isStorable = !isRepeatable || countCookies(response) === cookies;
    if ((isRedirect || settled.ok) && isStorable) {
      await this.keep(claim, isRepeatable ? toAnswer(settled) : DONE_ONCE);
    } else {
      await this.release(claim);
    }
    if (isRedirect) throw settled;
    return settled;
  }

  /** Never rejects, because the action was done even when its answer cannot be stored. */
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

  private forgetOld(): void {
    const nowMs = this.clock.nowMs();
    if (Math.abs(nowMs - this.forgottenAtMs) < FORGET_EVERY_MS) return;
    this.forgottenAtMs = nowMs;
    this.store.forget(nowMs - idempotencyLimits.keptMs, FORGOTTEN_AT_ONCE).then(
      (count) => {
        if (count === FORGOTTEN_AT_ONCE) this.forgottenAtMs = -Infinity;
      },
      () => (this.forgottenAtMs = -Infinity),
    );
  }

  private keepClaimed(claim: string): () => void {
    let cancel = (): void => undefined;
    const renew = (): void => {
      cancel = this.scheduler.runAfter(LEASE_MS / 3, () => {
        renew();
        // A failed renewal is ignored: at worst another request takes over and the action runs
        // twice.
        this.store.renew(claim, LEASE_MS).catch(() => undefined);
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

const DONE_ONCE: StoredAnswer = { status: 204, headers: [], body: Buffer.from('null') };

function toAnswer(settled: Done | RedirectException): StoredAnswer {
  const isRedirect = settled instanceof RedirectException;
  return {
    status: isRedirect ? settled.redirectStatus : 200,
    headers: [],
    body: Buffer.from(JSON.stringify(isRedirect ? toStoredRedirect(settled) : settled)),
  };
}

function repeat(answer: StoredAnswer | undefined): SettledAction {
  // The answer is missing when it was too large to store. The action was done all the same.
  if (!answer) return { ok: true, result: null };
  const said: unknown = JSON.parse(answer.body.toString());
  if (answer.status === 200) return said as Done;
  if (answer.status === DONE_ONCE.status) {
    throw new ActionRefusal(409, 'The form was processed, but its result cannot be shown again.');
  }
  const { address, flash } = said as StoredRedirect;
  throw new RedirectException(address, answer.status as RedirectStatus, flash);
}

type StoredRedirect = Pick<RedirectException, 'address' | 'flash'>;

function toStoredRedirect({ address, flash }: RedirectException): StoredRedirect {
  return { address, flash };
}
