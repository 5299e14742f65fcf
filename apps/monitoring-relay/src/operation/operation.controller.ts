import { Readable } from 'node:stream';
import {
  BadRequestException,
  Controller,
  Get,
  Header,
  HttpCode,
  NotFoundException,
  Param,
  Post,
  Query,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { internalPath } from '#shared';
import type { FailedChange, FailedReportPage, RelayOperation } from '#shared';
import { parsePosition } from './failed-order.ts';
import { FailedShelves } from './failed-shelves.ts';
import { Operation } from './operation.ts';
import { parseReportName, parseSelection, parseSpools, type Selection } from './report-name.ts';
import { SignedCallGuard } from './signed-call.guard.ts';

const NO_STORE = ['Cache-Control', 'no-store'] as const;

/** What the renderer asks for those who operate Errata. Everything stands in the address: bodies are not read. */
@Controller(internalPath)
@UseGuards(SignedCallGuard)
export class OperationController {
  constructor(
    private readonly operation: Operation,
    private readonly failed: FailedShelves,
  ) {}

  @Get('operation')
  @Header(...NO_STORE)
  describe(): Promise<RelayOperation> {
    return this.operation.describe();
  }

  @Get('failed-reports')
  @Header(...NO_STORE)
  list(
    @Query('before') before: unknown,
    @Query('spools') spools: unknown,
  ): Promise<FailedReportPage> {
    return this.failed.list(
      parseQuery('before', before, parsePosition),
      parseQuery('spools', spools, parseSpools),
    );
  }

  /** The envelope, its header and kept items as they came. */
  @Get('failed-reports/:name/body')
  @Header(...NO_STORE)
  async read(@Param('name') text: string): Promise<StreamableFile> {
    const name = parseReportName(text);
    const body = name && (await this.failed.read(name));
    if (!body) throw new NotFoundException();
    return new StreamableFile(Readable.from(body));
  }

  @Post('failed-reports/retry')
  @HttpCode(200)
  retry(@Query() query: Record<string, unknown>): Promise<FailedChange> {
    return this.failed.retry(toSelection(query));
  }

  @Post('failed-reports/discard')
  @HttpCode(200)
  discard(@Query() query: Record<string, unknown>): Promise<FailedChange> {
    return this.failed.discard(toSelection(query));
  }
}

/** Undefined when it is not there. Throws when it is there and no such value. */
function parseQuery<Value>(
  name: string,
  text: unknown,
  parse: (text: string) => Value | undefined,
): Value | undefined {
  if (text === undefined) return undefined;
  const value = typeof text === 'string' ? parse(text) : undefined;
  if (value === undefined) throw new BadRequestException(`\`${name}\` is not understood.`);
  return value;
}

function toSelection(query: Record<string, unknown>): Selection {
  const selection = parseSelection(query);
  if (!selection) throw new BadRequestException('The selection is not understood.');
  return selection;
}
