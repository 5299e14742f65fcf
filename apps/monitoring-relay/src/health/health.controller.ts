import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RelayHealth, RelayLiveness } from '#shared';
import { DetailAccess } from './detail-access.ts';
import { Health } from './health.ts';

/** Callers without access to details receive only `status` and the status code. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly details: DetailAccess,
  ) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  async live(@Req() request: Request): Promise<RelayLiveness> {
    if (!this.details.isGranted(request)) return { status: 'live' };
    const [queue, refusal] = await Promise.all([
      this.health.findQueue(),
      this.health.findRefusal(),
    ]);
    return { status: 'live', queue, refusal };
  }

  /** The renderer serves the same path, so that one probe works against either service. */
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
