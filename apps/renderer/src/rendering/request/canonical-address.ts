import { parse } from 'node:querystring';
import { actionParameter, ownParameters, wholeParameter } from '#shared';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { getPageRequest, notePageRequest } from './page-request.ts';

const UNDERSCORE = /_|%5f/i;
const WHOLE = `${wholeParameter}=1`;

/**
 * Removes the platform's own query parameters from `request.url`. A GET with an action's name in
 * its query, such as a reload after a form, is redirected to the address without the name.
 */
export function canonicalAddress(basePath: string): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const start = request.url.indexOf('?');
    if (start === -1 || !UNDERSCORE.test(request.url.slice(start))) {
      notePageRequest(request, false);
      next();
      return;
    }
    const parameters = request.url.slice(start + 1).split('&');
    const others = parameters.filter((parameter) =>
      namesIn(parameter).every((name) => !isOwn(name)),
    );
    if (others.length < parameters.length) {
      const query = others.length > 0 ? `?${others.join('&')}` : '';
      request.url = request.url.slice(0, start) + query;
    }
    const action = parameters.map(toActionName).find((name) => name !== undefined);
    notePageRequest(request, parameters.includes(WHOLE), action);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (action !== undefined && isRead && getPageRequest(request).format === 'document') {
      response.redirect(303, basePath + request.url);
    } else {
      next();
    }
  };
}

function namesIn(parameter: string): string[] {
  return Object.keys(parse(parameter));
}

function isOwn(name: string): boolean {
  return ownParameters.includes(name);
}

function toActionName(parameter: string): string | undefined {
  const value = parse(parameter)[actionParameter];
  return Array.isArray(value) ? value[0] : value;
}

export function toWholeAddress(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${WHOLE}`;
}
