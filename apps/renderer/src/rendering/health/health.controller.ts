import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { OpenToAll } from '../request/open-to-all.decorator.ts';
import { Intake } from './intake.ts';
import { Readiness } from './readiness.ts';

/**
 * Probes for supervisors and proxies. `live` succeeds while the process answers, `ready` while
 * pages can be rendered, and `intake` while the product accepts data, even without its database.
 * Route reports by `intake`: they are still accepted when `ready` fails because the database is
 * away.
 */
@Controller('health')
@OpenToAll()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly taking: Intake,
  ) {}

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

  @Get('intake')
  @Header('Cache-Control', 'no-store')
  async intake(@Res({ passthrough: true }) response: Response): Promise<object> {
    const isTaking = await this.taking.isTaking();
    response.status(isTaking ? 200 : 503);
    return { status: isTaking ? 'ready' : 'unready' };
  }
}
