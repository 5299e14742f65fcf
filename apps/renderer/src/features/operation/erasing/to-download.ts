import type { Readable } from 'node:stream';
import { NotFoundException, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';

/**
 * Makes the browser save the body instead of showing it. Scripts in the body could otherwise run on
 * this origin. Throws `NotFoundException` when there is no body.
 */
export function toDownload(id: number, body: Readable | undefined, response: Response) {
  if (!body) throw new NotFoundException();
  response.attachment(`person-${id}.json`);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'private, no-store');
  return new StreamableFile(body);
}
