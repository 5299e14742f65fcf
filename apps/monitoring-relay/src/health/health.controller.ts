import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RelayHealth, RelayLiveness } from '#shared';
import { DetailAccess } from './detail-access.ts';
import { Health } from './health.ts';

/** Strangers learn whether the relay is up or down, by `status` and by the status code. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly details: DetailAccess,
  ) {}

  /** The process answers: 200, whatever it cannot do. */
  @Get('live')
  @Header('Cache-Control', 'no-store')
  async live(@Req() request: Request): Promise<RelayLiveness> {
    if (!this.details.isGranted(request)) return { status: 'live' };
    return { status: 'live', queue: await this.health.findQueue() };
  }

  /** The same at the address by which the renderer says it of itself, so that a probe need not know which it asks. */
  @Get('intake')
  intake(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RelayHealth | Pick<RelayHealth, 'status'>> {
    return this.ready(request, response);
  }

  @Get('ready')
  async ready(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RelayHealth | Pick<RelayHealth, 'status'>> {
    const health = await this.health.check();
    const { status } = health;
    response.status(status === 'ready' ? 200 : 503);
    response.setHeader('Cache-Control', 'no-store');
    return this.details.isGranted(request) ? health : { status };
  }
}
