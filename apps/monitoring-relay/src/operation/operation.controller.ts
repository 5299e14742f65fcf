import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { internalPath } from '#shared';
import type { RelayOperation } from '#shared';
import { Operation } from './operation.ts';
import { SignedCallGuard } from './signed-call.guard.ts';

/**
 * Internal API for the renderer's operator pages. Requests have no bodies, because their signature
 * covers only method and path.
 */
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
