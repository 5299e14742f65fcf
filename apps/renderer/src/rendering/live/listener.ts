import type { Request, Response } from 'express';
import { liveLimits } from '#shared';
import type { LiveMessage } from '#shared';
import type { Audience } from './change-source.ts';

export class Listener {
  constructor(
    readonly request: Request,
    private readonly response: Response,
    private readonly audience: Audience,
  ) {}

  isOf({ who }: Audience): boolean {
    return who !== undefined && who === this.audience.who;
  }

  begin(): void {
    this.response
      .status(200)
      // nginx would buffer the stream without `X-Accel-Buffering`.
      .set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
      .type('text/event-stream')
      .flushHeaders();
  }

  hasSameRights({ standing }: Audience): boolean {
    return standing === this.audience.standing;
  }

  tell(tags: readonly string[], withinMs: number): void {
    const message: LiveMessage = {
      tags: tags.filter((tag) => this.audience.mayFollow(tag)),
      withinMs,
    };
    if (message.tags.length > 0) this.#write(`data: ${JSON.stringify(message)}\n\n`);
  }

  /** Sends an empty comment, so that browsers and proxies see that the connection still works. */
  beat(): void {
    this.#write(':\n\n');
  }

  end(): void {
    this.response.end();
  }

  #write(text: string): void {
    if (this.response.writableEnded) return;
    if (this.response.writableLength > liveLimits.bufferedBytes) this.response.destroy();
    else this.response.write(text);
  }
}
