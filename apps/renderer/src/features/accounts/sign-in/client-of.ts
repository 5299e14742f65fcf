import type { Request } from 'express';
import type { Client } from './sign-in.service.ts';

/** Where a request comes from, as far as proxies are trusted that say so. */
export function toClient(request: Request): Client {
  return { address: request.ip ?? '', userAgent: request.headers['user-agent'] ?? '' };
}
