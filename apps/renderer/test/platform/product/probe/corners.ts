import {
  Catch,
  Controller,
  Get,
  Header,
  HttpException,
  Module,
  NotFoundException,
  Query,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { PropsOf } from '#shared';
import type { Response } from 'express';
import { Layout, Page, RedirectException, UseLayouts } from '../../../../src/rendering/index.ts';
import type { LayoutLoader } from '../../../../src/rendering/index.ts';
import type { FrameProps, PlainProps } from './probe.dto.ts';
import { RefusingGuard } from './probe.guards.ts';
import { at } from '../browser/at.ts';

@Layout<FrameProps>('probe/closed.layout')
@UseGuards(RefusingGuard)
class ClosedLayout implements LayoutLoader<FrameProps> {
  load(): FrameProps {
    return { frame: 'the closed room' };
  }
}

@UseLayouts(ClosedLayout)
abstract class ClosedPages {}

@Controller('corners/inherited')
class InheritingController extends ClosedPages {
  @Get()
  @Page<PlainProps>('probe/plain.page')
  show(): PlainProps {
    return { text: 'a secret' };
  }
}

@Catch(HttpException)
class JsonFilter implements ExceptionFilter<HttpException> {
  catch(exception: HttpException, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.status(exception.getStatus()).json({ own: exception.message });
  }
}

@Controller('corners')
class CornersController {
  @Get('filtered')
  @UseFilters(JsonFilter)
  @Page<PlainProps>('probe/plain.page')
  filtered(@Query('to') to?: string): PlainProps {
    if (to === 'nowhere') throw new NotFoundException();
    if (to !== undefined) throw new RedirectException(at(to));
    return { text: 'filtered' };
  }

  /**
   * Returns values that cannot be serialised, although their type says that they can. A row of a
   * query may have such values.
   */
  @Get('untravelled')
  @Page<PropsOf<CornersController['untravelled']>>('probe/region.page')
  untravelled(@Query('what') what: string, @Query('late') late?: string) {
    const value = { date: new Date(0), function: () => 'secret' }[what];
    const rows = [{ at: 1 }, { at: value }];
    const props = late === undefined ? { rows } : { late: Promise.resolve({ rows }) };
    return { where: 'late', ...(props as object) };
  }

  @Get('region')
  @Page<PropsOf<CornersController['region']>>('probe/region.page')
  region(@Query('where') where: string, @Query('late') late?: string) {
    return { where, ...(late === undefined ? {} : { late: Promise.resolve('late') }) };
  }

  @Get('stuck')
  @Page<PlainProps>('probe/plain.page')
  stuck(): Promise<PlainProps> {
    return new Promise(() => undefined);
  }

  @Get('kept')
  @Header('Cache-Control', 'public, max-age=3600')
  @Page<PlainProps>('probe/plain.page')
  kept(): PlainProps {
    throw new NotFoundException();
  }

  /** Many paths of one page make the route table long enough to be compressed. */
  @Get(Array.from({ length: 40 }, (_, number) => `shelves/${number}/:book`))
  @Page<PlainProps>('probe/plain.page')
  shelves(): PlainProps {
    return { text: 'on one of the shelves' };
  }
}

@Module({
  controllers: [InheritingController, CornersController],
  providers: [ClosedLayout],
})
export class CornersModule {}
