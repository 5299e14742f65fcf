import { createParamDecorator, Injectable } from '@nestjs/common';
import type { ExecutionContext, PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import type { Access } from './access.ts';
import { Visitors } from './visitors.ts';

@Injectable()
export class AccessPipe implements PipeTransform<Request, Promise<Access>> {
  constructor(private readonly visitors: Visitors) {}

  transform(request: Request): Promise<Access> {
    return this.visitors.find(request);
  }
}

const OfRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

export const CurrentAccess = (): ParameterDecorator => OfRequest(AccessPipe);
