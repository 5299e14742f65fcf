import { Injectable, SetMetadata } from '@nestjs/common';
import type { Request, Response } from 'express';
import { runtimeLimits, Scheduler } from '#shared';
import { RenderingOptions } from '../rendering.options.ts';
import { getVisitorSignal } from '../request/visitor-signal.ts';

const WITHOUT_TURN = 'errata:without-turn';

/**
 * Marks a method whose requests last for long and cost little. Others do not wait for them.
 *
 * ```ts
 * @Post()
 * @WithoutTurn()
 * upload(@Req() request: Request): Promise<void> {}
 * ```
 */
export const WithoutTurn = (): MethodDecorator => SetMetadata(WITHOUT_TURN, true);

export function isWithoutTurn(method: object): boolean {
  return Reflect.getMetadata(WITHOUT_TURN, method) === true;
}

/**
 * Bounds the pages and other answers that are made for one visitor at once, so that no visitor fills
 * the memory or keeps other requests waiting. An answer counts until it is sent.
 */
@Injectable()
export class PageTurns {
  /** Keyed by the visitor's id. Holds only visitors who wait or are answered. */
  private readonly visitors = new Map<string, VisitorTurns>();
  /** The same, for requests with large bodies. */
  private readonly senders = new Map<string, VisitorTurns>();
  private readonly ends = new WeakMap<Response, () => void>();

  constructor(
    private readonly options: RenderingOptions,
    private readonly scheduler: Scheduler,
  ) {}

  /**
   * Resolves when the answer may be made. Resolves at once for unknown visitors, and when called
   * again for the same response. Rejects when the visitor leaves meanwhile.
   *
   * A small body arrives before its request takes a turn, and stays unread. Larger bodies have turns
   * of their own, so that slow ones keep none of the visitor's other requests waiting.
   */
  async take(request: Request, response: Response): Promise<void> {
    const visitor = this.options.visitor?.(request);
    if (visitor === undefined || this.ends.has(response)) return;
    this.ends.set(response, () => undefined);
    const signal = getVisitorSignal(response);
    const arrival = hasArrived(request);
    const all = arrival === true || (await arrival) ? this.visitors : this.senders;
    const turns = all.get(visitor) ?? new VisitorTurns(() => all.delete(visitor));
    all.set(visitor, turns);
    this.ends.set(response, await turns.take(signal));
  }

  /**
   * Call this when the answer is made. Closes the connection of a visitor who reads nothing of it for
   * a minute. A download may take long, so it goes on, but another answer begins.
   */
  endUnread(response: Response, isDownload = false): void {
    if (response.closed) return;
    if (!isDownload) {
      // Node starts this time anew whenever the network takes a part.
      response.setTimeout(runtimeLimits.pageReadMs, () => response.destroy());
      return;
    }
    const end = () => this.ends.get(response)?.();
    response.once('close', this.scheduler.runAfter(runtimeLimits.pageReadMs, end));
  }
}

/** Returns false at once for a body that is not read yet and does not fit into the request's buffer. */
function hasArrived(request: Request): boolean | Promise<boolean> {
  const { 'content-length': told = 0, 'transfer-encoding': coding } = request.headers;
  const length = Number(told);
  if (request.readableDidRead || (length === 0 && coding === undefined)) return true;
  if (coding !== undefined || length >= request.readableHighWaterMark) return false;
  return new Promise((resolve) => {
    const check = (): void => {
      if (request.readableLength < length && !request.destroyed) return;
      request.off('readable', check).off('close', check);
      resolve(true);
    };
    request.on('readable', check).on('close', check);
  });
}

class VisitorTurns {
  private running = 0;
  private isStarting = false;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly onIdle: () => void) {}

  /** Resolves with a function that ends the turn before the visitor leaves. */
  async take(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        signal.removeEventListener('abort', end);
        if (this.waiting.delete(begin)) reject(signal.reason as Error);
        else this.running -= 1;
        this.start();
        if (this.running + this.waiting.size === 0) this.onIdle();
      };
      const begin = (): void => resolve(end);
      this.waiting.add(begin);
      if (signal.aborted) return end();
      signal.addEventListener('abort', end);
      this.start();
    });
  }

  /** Starts one answer in a turn of the event loop, so that other requests come between. */
  private start(): void {
    const mayStart = this.waiting.size > 0 && this.running < runtimeLimits.pagesAtOnce;
    if (!mayStart || this.isStarting) return;
    this.isStarting = true;
    setImmediate(() => {
      this.isStarting = false;
      const [first] = this.waiting;
      if (!first) return;
      this.waiting.delete(first);
      this.running += 1;
      first();
      this.start();
    });
  }
}
