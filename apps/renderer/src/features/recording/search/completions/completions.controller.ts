import { Controller, Get, Header, Query } from '@nestjs/common';
import { CurrentAccess, OpenToGuests } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { CompletionQueryPipe } from './completion-query.pipe.ts';
import type { CompletionQuery } from './completion-query.pipe.ts';
import type { Completions } from './completions.dto.ts';
import { CompletionsService } from './completions.service.ts';

@Controller('search/completions')
@OpenToGuests()
export class CompletionsController {
  constructor(private readonly completions: CompletionsService) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  list(
    @Query(CompletionQueryPipe) query: CompletionQuery,
    @CurrentAccess() access: Access,
  ): Promise<Completions> {
    return this.completions.list(query, access);
  }
}
