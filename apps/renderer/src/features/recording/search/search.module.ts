import { Module } from '@nestjs/common';
import { CompletionsController } from './completions/completions.controller.ts';
import { CompletionsService } from './completions/completions.service.ts';
import { KnownValues } from './completions/known-values.ts';
import { SearchAdvice } from './search-advice.ts';
import { SearchHelpController } from './search-help.controller.ts';

@Module({
  controllers: [SearchHelpController, CompletionsController],
  providers: [CompletionsService, KnownValues, SearchAdvice],
  exports: [SearchAdvice],
})
export class SearchModule {}
