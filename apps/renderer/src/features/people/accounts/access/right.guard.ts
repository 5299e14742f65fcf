import {
  ForbiddenException,
  Injectable,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request } from 'express';
import { isInstanceRight } from '#product/people/accounts/rules';
import { Clock } from '#shared';
import type { Access } from './access.ts';
import type { Required } from './declared-access.ts';
import { requireProof } from './proof.guard.ts';
import { SecondFactors } from './second-factors.ts';
import { Visitors } from './visitors.ts';

const NOT_BY_TOKEN =
  'This token does not allow that: it lacks the scope, or its person lacks the right in the project.';

@Injectable()
abstract class RightGuard implements CanActivate {
  protected abstract readonly required: Required;

  constructor(
    private readonly visitors: Visitors,
    private readonly modules: ModuleRef,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const access = await this.visitors.find(request);
    const projectId = await this.findProject(access, request);
    if (access.can(this.required.right, projectId)) {
      await this.requireConfirmed(access, request);
      return true;
    }
    if (access.isToken) throw new ForbiddenException(NOT_BY_TOKEN);
    throw access.user ? new ForbiddenException() : new UnauthorizedException();
  }

  private async requireConfirmed(access: Access, { method }: Request): Promise<void> {
    const isAct = isInstanceRight(this.required.right) && method === 'POST' && !access.isToken;
    if (!isAct) return;
    const factors = this.modules.get(SecondFactors, { strict: false });
    await requireProof(access, factors, this.clock.nowMs());
  }

  /**
   * Returns undefined when the requirement names no project. Throws a 404 when the visitor is not
   * allowed to know of the project.
   */
  private async findProject(access: Access, request: Request): Promise<number | undefined> {
    const { project } = this.required;
    if (!project) return undefined;
    const id = await this.modules.get(project, { strict: false }).find(request);
    if (id === undefined || access.findRole(id) === undefined) throw new NotFoundException();
    return id;
  }
}

/**
 * Returns a new guard class for each requirement. Nest keeps one instance of a guard class per
 * module, but controllers and methods of a module require different rights.
 */
export function createRightGuard(required: Required): Type<CanActivate> {
  return class extends RightGuard {
    protected override readonly required = required;
  };
}
