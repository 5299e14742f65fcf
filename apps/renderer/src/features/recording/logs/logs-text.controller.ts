import { Controller, Get, Header, HttpStatus, NotFoundException, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { LogAddressPipe } from './log-address.pipe.ts';
import type { LogAddress } from './log-address.pipe.ts';
import { LogsService } from './logs.service.ts';

/**
 * Answers with the logs of a page as text. The header `Link` leads to older ones, also when the
 * search stopped early. Accepts a session or a token.
 */
@Controller('logs.txt')
export class LogsTextController {
  constructor(
    private readonly logs: LogsService,
    private readonly config: RendererConfig,
  ) {}

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
    const printed = await this.logs.print(access, address);
    if (!printed) throw new NotFoundException();
    if (printed.fault !== undefined) {
      response.status(HttpStatus.BAD_REQUEST);
      return `${printed.fault}\n`;
    }
    const { text, older } = printed;
    if (older) response.set('Link', `<${this.config.publicUrl}${older}>; rel="next"`);
    return text;
  }
}
