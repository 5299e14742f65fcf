import { BadRequestException, createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { issueLimits } from '#shared';

const ID = /^[1-9]\d{0,14}$/;

/**
 * Reads the ids of `?id=1&id=2`, each once. Throws 400 when the address names no id, too many ids
 * or a value that is not an id.
 */
export const AskedIds = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly number[] => {
    const { query } = context.switchToHttp().getRequest<Request>();
    const ids = [query['id']].flat().filter((each) => each !== undefined);
    const { issuesPerChange: most } = issueLimits;
    if (ids.length === 0 || ids.length > most) {
      throw new BadRequestException(`Name 1 to ${most} issues by their ids: ?id=1&id=2.`);
    }
    return [...new Set(ids.map(readId))];
  },
);

function readId(id: unknown): number {
  if (typeof id === 'string' && ID.test(id)) return Number(id);
  throw new BadRequestException('The id of an issue is a number.');
}
