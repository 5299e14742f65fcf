import { parse } from 'node:querystring';
import { ownParameters, wholeParameter } from '#shared';
import type { NextFunction, Request, Response } from 'express';
import { notePageRequest } from './page-request.ts';

const UNDERSCORE = /_|%5f/i;
const WHOLE = `${wholeParameter}=1`;

/** Takes the platform's own parameters out of the address before anything reads it. */
export function canonicalAddress(request: Request, _response: Response, next: NextFunction): void {
  const start = request.url.indexOf('?');
  if (start === -1 || !UNDERSCORE.test(request.url.slice(start))) {
    notePageRequest(request, false);
  } else {
    const parameters = request.url.slice(start + 1).split('&');
    const others = parameters.filter((parameter) => !isOwn(parameter));
    if (others.length < parameters.length) {
      const query = others.length > 0 ? `?${others.join('&')}` : '';
      request.url = request.url.slice(0, start) + query;
    }
    notePageRequest(request, parameters.includes(WHOLE));
  }
  next();
}

/** By its name as loaders are given it, however that is written. */
function isOwn(parameter: string): boolean {
  return Object.keys(parse(parameter)).some((name) => ownParameters.includes(name));
}

/** The address whose document is sent once everything has settled. */
export function toWholeAddress(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${WHOLE}`;
}
