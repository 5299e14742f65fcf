import {
  ForbiddenException,
  Injectable,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request } from 'express';
import type { Access } from './access.ts';
import { getRequired } from './required.ts';
import type { Required } from './required.ts';
import { Visitors } from './visitors.ts';

/** Holds a method to what `@Requires` says of it. */
@Injectable()
export class RightGuard implements CanActivate {
  constructor(
    private readonly visitors: Visitors,
    private readonly modules: ModuleRef,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const required = getRequired(context.getHandler());
    if (!required) return true;
    const access = await this.visitors.find(request);
    const projectId = await this.findProject(required, access, request);
    if (access.can(required.right, projectId)) return true;
    throw access.user ? new ForbiddenException() : new UnauthorizedException();
  }

  /** Undefined when no project is asked for. Throws when it is none of theirs to know of. */
  private async findProject(
    { project }: Required,
    access: Access,
    request: Request,
  ): Promise<number | undefined> {
    if (!project) return undefined;
    const id = await this.modules.get(project, { strict: false }).find(request);
    if (id === undefined || access.findRole(id) === undefined) throw new NotFoundException();
    return id;
  }
}
