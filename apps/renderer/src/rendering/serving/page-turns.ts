import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { runtimeLimits, Scheduler } from '#shared';
import { RenderingOptions } from '../rendering.options.ts';
import { getVisitorSignal } from '../request/visitor-signal.ts';

/**
 * Bounds the pages that are rendered for one visitor at once, so that no visitor fills the memory or
 * keeps other requests waiting. A page counts until its answer is sent.
 */
@Injectable()
export class PageTurns {
  /** Keyed by the visitor's id. Entries stay, because an installation has few people. */
  private readonly visitors = new Map<string, VisitorTurns>();
  private readonly known = new WeakSet<Response>();

  constructor(
    private readonly options: RenderingOptions,
    private readonly scheduler: Scheduler,
  ) {}

  /**
   * Resolves when the page may be rendered. Resolves at once for unknown visitors, and when called
   * again for the same response. Rejects when the visitor leaves meanwhile.
   */
  async take(request: Request, response: Response): Promise<void> {
    const visitor = this.options.visitor?.(request);
    if (visitor === undefined || this.known.has(response)) return;
    this.known.add(response);
    const turns = this.visitors.get(visitor) ?? new VisitorTurns();
    this.visitors.set(visitor, turns);
    await turns.take(getVisitorSignal(response));
  }

  /** Call this when the page is rendered. Closes the connection of a visitor who does not read it. */
  endUnread(response: Response): void {
    const cancel = this.scheduler.runAfter(runtimeLimits.pageReadMs, () => response.destroy());
    response.once('close', cancel);
  }
}

class VisitorTurns {
  private running = 0;
  private isStarting = false;
  private readonly waiting = new Set<() => void>();

  async take(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        if (this.waiting.delete(resolve)) reject(signal.reason as Error);
        else this.running -= 1;
        this.start();
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', end, { once: true });
      this.waiting.add(resolve);
      this.start();
    });
  }

  /** Starts one page in a turn of the event loop, so that other requests come between pages. */
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
