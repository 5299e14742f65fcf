import { Controller, Get } from '@nestjs/common';
import { otherKeys, searchKeys, to } from '#shared';
import { Page } from '../../../rendering/index.ts';
import { OpenToGuests } from '../../people/accounts/index.ts';
import type { SearchHelpProps } from './search-help.dto.ts';

@Controller('search/help')
@OpenToGuests()
export class SearchHelpController {
  @Get()
  @Page<typeof import('./views/search-help.page.tsx')>('search/search-help.page', {
    head: () => ({ title: 'How to search' }),
  })
  show(): SearchHelpProps {
    const keys = Object.entries(searchKeys).map(([name, { words, examples }]) => ({
      name,
      otherNames: Object.keys(otherKeys).filter((other) => otherKeys[other] === name),
      words,
      examples: examples.map((example) => {
        const text = `${name}:${example}`;
        return { text, href: to('/issues', {}, { query: { query: text } }) };
      }),
    }));
    return { keys };
  }
}
