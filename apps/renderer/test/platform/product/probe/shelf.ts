import { Controller, Get, Query, Redirect, UseGuards } from '@nestjs/common';
import { Layout, Page } from '../../../../src/rendering/index.ts';
import type { LayoutLoader } from '../../../../src/rendering/index.ts';
import type { FrameProps, PlainProps } from './probe.dto.ts';
import { RefusingGuard } from './probe.guards.ts';

@Layout<FrameProps>('probe/shelf.layout')
export class ShelfLayout implements LayoutLoader<FrameProps> {
  load(@Query('colour') colour?: string): FrameProps {
    return { frame: `the ${colour ?? 'plain'} shelf` };
  }
}

@Controller('shelf')
export class ShelfController {
  @Get()
  @Page<PlainProps>('probe/plain.page')
  shelf(@Query() query: Record<string, string>): PlainProps {
    return { text: JSON.stringify(query) };
  }

  @Get('closed')
  @Page<PlainProps>('probe/plain.page')
  @UseGuards(RefusingGuard)
  closed(): PlainProps {
    return { text: 'never shown' };
  }

  @Get('moved')
  @Redirect('/shelf', 308)
  moved(): void {}
}
