import { BadRequestException, createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { listTexts } from './asked-texts.ts';
import { readTime } from './asked-time.ts';
import type { AskedTime } from './asked-time.ts';

/** Which events of an issue a program asks for. */
export interface AskedEvents {
  /** Each with all that is kept of it. */
  readonly isFull: boolean;
  /** Absent: of any time. */
  readonly time?: AskedTime;
}

/** Refuses what would narrow the events otherwise: a list of other events would be taken for them. */
export const AskedEvents = createParamDecorator(
  (_: unknown, context: ExecutionContext): AskedEvents => {
    const { query } = context.switchToHttp().getRequest<Request>();
    const [search, environment] = [query['query'], query['environment']].map(listTexts);
    if ([...search!, ...environment!].length > 0) {
      throw new BadRequestException(
        'Events of an issue are not searched by this API yet. Leave out query and environment.',
      );
    }
    const time = readTime(query);
    const [full = 'false'] = listTexts(query['full']);
    return { isFull: ['true', '1'].includes(full), ...(time ? { time } : {}) };
  },
);
