import { Controller, GatewayTimeoutException, Get, NotFoundException, Query } from '@nestjs/common';
import {
  DataClient,
  DeadlineError,
  Page,
  UpstreamError,
  VisitorSignal,
} from '../../../../src/rendering/index.ts';
import type { PlainProps } from './probe.dto.ts';

@Controller('upstream')
export class UpstreamController {
  constructor(private readonly data: DataClient) {}

  @Get()
  @Page<typeof import('./views/plain.page.tsx')>('probe/plain.page')
  async show(
    @Query('from') from: string,
    @VisitorSignal() signal: AbortSignal,
  ): Promise<PlainProps> {
    try {
      return { text: await this.data.getJson(from, String, { signal, deadlineMs: 5000 }) };
    } catch (error) {
      if (error instanceof UpstreamError && error.status === 404) throw new NotFoundException();
      if (error instanceof DeadlineError) throw new GatewayTimeoutException();
      throw error;
    }
  }

  @Get('posts')
  @Page<typeof import('./views/plain.page.tsx')>('probe/plain.page')
  async post(@Query('from') from: string): Promise<PlainProps> {
    const { status } = await this.data.fetch(from, { method: 'POST' });
    return { text: `answered ${status}` };
  }
}
