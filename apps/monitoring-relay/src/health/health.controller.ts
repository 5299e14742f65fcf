import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { RelayHealth, RelayLiveness } from '#shared';
import { Health } from './health.ts';

@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

  /** The process answers: 200, whatever it cannot do. */
  @Get('live')
  @Header('Cache-Control', 'no-store')
  async live(): Promise<RelayLiveness> {
    return { status: 'live', queue: await this.health.findQueue() };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<RelayHealth> {
    const health = await this.health.check();
    response.status(health.status === 'ready' ? 200 : 503);
    response.setHeader('Cache-Control', 'no-store');
    return health;
  }
}
