import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { OpenToAll } from '../request/open-to-all.decorator.ts';
import { Readiness } from './readiness.ts';

/** Probes for supervisors: `live` while the process answers, `ready` while pages can be made. */
@Controller('health')
@OpenToAll()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    const problems = await this.readiness.problems();
    response.status(problems.length === 0 ? 200 : 503);
    return { status: problems.length === 0 ? 'ready' : 'unready', problems };
  }
}
