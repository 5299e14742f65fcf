import { Module } from '@nestjs/common';
import { SearchHelpController } from './search-help.controller.ts';

/** How to search. The search itself is in the lists of what is searched. */
@Module({ controllers: [SearchHelpController] })
export class SearchModule {}
