import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { livePath, missedParameter } from '#shared';
import { OpenToAll } from '../request/open-to-all.decorator.ts';
import { WithoutTurn } from '../serving/page-turns.ts';
import { LiveStreams } from './live-streams.ts';
import type { NotListening } from './live-streams.ts';

const REFUSALS: Readonly<Record<NotListening, readonly [status: number, text: string]>> = {
  // Browsers do not reconnect an event source after this status.
  'no-source': [204, ''],
  'not-allowed': [401, 'Sign in to be told of changes.'],
  'too-many': [503, 'Too many browsers are told of changes.'],
  ending: [503, 'This server stops. Another one may tell of changes.'],
};

/**
 * The route is open to all, because the product's `ChangeSource` decides who may follow which
 * changes.
 */
@Controller()
@OpenToAll()
export class LiveController {
  constructor(private readonly streams: LiveStreams) {}

  @Get(livePath)
  @WithoutTurn()
  async listen(
    @Req() request: Request,
    @Res() response: Response,
    @Query(missedParameter) missed: unknown,
  ): Promise<void> {
    if (request.method === 'HEAD') {
      response.type('text/event-stream').end();
      return;
    }
    const refusal = await this.streams.open(request, response, readMissed(missed));
    if (!refusal) return;
    const [status, text] = REFUSALS[refusal];
    response
      .status(status)
      .set('Cache-Control', 'no-store')
      .set(status === 503 ? { 'Retry-After': '30' } : {})
      .type('text/plain')
      .send(text && `${text}\n`);
  }
}

function readMissed(missed: unknown): number {
  return typeof missed === 'string' && /^\d{1,15}$/.test(missed) ? Number(missed) : Infinity;
}
