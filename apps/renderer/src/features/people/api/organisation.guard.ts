import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isApiPath } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';

/**
 * Refuses requests whose URL names another organisation. The API answers 400, not 404, because
 * sentry-cli prints the message of a 400 but a fixed text for a 404.
 */
@Injectable()
export class OrganisationGuard implements CanActivate {
  constructor(private readonly config: RendererConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { params, path } = context.switchToHttp().getRequest<Request>();
    const { org } = params;
    const { organisation } = this.config;
    if (org === organisation) return true;
    if (!isApiPath(path)) throw new NotFoundException();
    throw new BadRequestException(
      `No organisation '${String(org).slice(0, 50)}'. The organisation of this Errata is '${organisation}'.`,
    );
  }
}
