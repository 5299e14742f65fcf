import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { getPageMetadata } from '../pages/page.metadata.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { listRegisteredRoutes } from '../routes/registered-routes.ts';
import type { RoutedApplication } from '../routes/registered-routes.ts';
import { ActionRefusal } from './action-refusal.ts';
import { noteAction } from './action-request.ts';
import { isOwnOrigin } from './own-origin.ts';

/**
 * Lets the routes of pages answer POST as well, with the same Nest handlers and therefore the same
 * guards.
 */
@Injectable()
export class ActionRoutes implements OnApplicationBootstrap {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly options: RenderingOptions,
  ) {}

  onApplicationBootstrap(): void {
    const application = this.host.httpAdapter.getInstance<RoutedApplication>();
    for (const { handler, post } of listRegisteredRoutes(application)) {
      if (getPageMetadata(handler)) post(this.allowOwnOrigin, handler as RequestHandler);
    }
  }

  private readonly allowOwnOrigin = (
    request: Request,
    _response: Response,
    next: NextFunction,
  ): void => {
    noteAction(request);
    const { headers, host } = request;
    const { publicOrigin } = this.options;
    const isAllowed = isOwnOrigin({ headers, host, publicOrigin });
    next(isAllowed ? undefined : new ActionRefusal(403, 'The form was sent from another site.'));
  };
}
