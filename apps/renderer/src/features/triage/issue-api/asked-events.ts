import { BadRequestException, createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Search } from '#shared';
import { readEventSearch } from '../event-list/index.ts';
import { listTexts } from './asked-texts.ts';
import { readTime } from './asked-time.ts';
import type { AskedTime } from './asked-time.ts';

export interface AskedEvents {
  readonly isFull: boolean;
  readonly query: string;
  readonly search: Search;
  readonly time?: AskedTime;
}

export const AskedEvents = createParamDecorator(
  (_: unknown, context: ExecutionContext): AskedEvents => {
    const { query: parameters } = context.switchToHttp().getRequest<Request>();
    const environments = listTexts(parameters['environment']).map((name) => JSON.stringify(name));
    const query = [
      ...listTexts(parameters['query']).slice(0, 1),
      ...(environments.length > 0 ? [`environment:[${environments.join()}]`] : []),
    ].join(' ');
    const { search, fault } = readEventSearch(query);
    if (!search) throw new BadRequestException(fault);
    const time = readTime(parameters);
    const [full = 'false'] = listTexts(parameters['full']);
    return { isFull: ['true', '1'].includes(full), query, search, time };
  },
);
