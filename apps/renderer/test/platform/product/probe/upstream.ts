import { Controller, Get, NotFoundException, Query } from '@nestjs/common';
import { DataClient, Page, UpstreamError, VisitorSignal } from '../../../../src/rendering/index.ts';
import type { PlainProps } from './probe.dto.ts';

@Controller('upstream')
export class UpstreamController {
  constructor(private readonly data: DataClient) {}

  @Get()
  @Page<PlainProps>('probe/plain.page')
  async show(
    @Query('from') from: string,
    @VisitorSignal() signal: AbortSignal,
  ): Promise<PlainProps> {
    try {
      return { text: await this.data.getJson(from, String, { signal, deadlineMs: 5000 }) };
    } catch (error) {
      if (error instanceof UpstreamError && error.status === 404) throw new NotFoundException();
      throw error;
    }
  }
}
