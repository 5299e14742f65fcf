import { Controller, Get, Header, HttpStatus, NotFoundException, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { LogAddressPipe } from './log-address.pipe.ts';
import type { LogAddress } from './log-address.pipe.ts';
import { LogsService } from './logs.service.ts';
import { printLogs } from './print-logs.ts';

/** Answers with the logs of a page as text. Accepts a session or a token. */
@Controller('logs.txt')
export class LogsTextController {
  constructor(private readonly logs: LogsService) {}

  @Get()
  @Requires('issues.read')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Content-Security-Policy', "sandbox; default-src 'none'")
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Cache-Control', 'private, no-store')
  async print(
    @Query(LogAddressPipe) address: LogAddress,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const list = await this.logs.list(access, address);
    if (!list) throw new NotFoundException();
    if (list.fault === undefined) return printLogs(list.rows);
    response.status(HttpStatus.BAD_REQUEST);
    return `${list.fault}\n`;
  }
}
