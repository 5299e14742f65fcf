import { BadRequestException, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RendererConfig } from '../../../../config/renderer-config.ts';

/**
 * Lets those requests pass whose address names the organisation. Others are answered 400 and not 404: sentry-cli prints the sentence
 * of a 400, and a fixed text for a 404.
 */
@Injectable()
export class OrganisationGuard implements CanActivate {
  constructor(private readonly config: RendererConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { org } = context.switchToHttp().getRequest<Request>().params;
    const { organisation } = this.config;
    if (org === organisation) return true;
    throw new BadRequestException(
      `No organisation '${String(org).slice(0, 50)}'. The organisation of this Errata is '${organisation}'.`,
    );
  }
}
