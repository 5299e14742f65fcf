import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { beginVisit } from './chain-visit.ts';
import { PageChains } from './page-chains.ts';

/**
 * Runs the guards of all layouts around a page, even of layouts that the client claims to have.
 * Must be the last global guard, so that it runs between the application's guards and the
 * controller's guards.
 */
@Injectable()
export class ChainGuard implements CanActivate {
  constructor(private readonly chains: PageChains) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const chain = this.chains.find(context.getClass(), context.getHandler());
    // Errors of a route without a page are shown as pages inside the application's layouts.
    const visit = beginVisit(chain ?? this.chains.withoutPage, request, response);
    if (!chain) return true;
    const { refusal } = await visit.passGuards();
    if (refusal) throw refusal.error;
    return true;
  }
}
