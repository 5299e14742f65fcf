import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { internalPath } from '#shared';
import type { RelayOperation } from '#shared';
import { Operation } from './operation.ts';
import { SignedCallGuard } from './signed-call.guard.ts';

/** What the renderer asks for those who operate Errata. Everything stands in the address: bodies are not read. */
@Controller(internalPath)
@UseGuards(SignedCallGuard)
export class OperationController {
  constructor(private readonly operation: Operation) {}

  @Get('operation')
  @Header('Cache-Control', 'no-store')
  describe(): Promise<RelayOperation> {
    return this.operation.describe();
  }
}
