import { access } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

/** Requests for other paths never reach the disk. */
const ASSET = /^\/assets\/[\w.-]+(?=$|\?)/;

/**
 * Serves the hashed files of the browser build, which browsers cache for ever. Sends the compressed
 * file that the build wrote, if any. Lists the files once at the start. When another build has
 * removed a listed file since, the next handler gets the request.
 */
export function hashedAssets(distFolder: string): RequestHandler {
  const folder = join(distFolder, 'client');
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: false,
    immutable: true,
    maxAge: 31_536_000,
    setHeaders: (response) => response.setHeader('Vary', 'Accept-Encoding'),
  });
  return (request, response, next) => {
    const path = ASSET.exec(request.url)?.[0];
    if (!path || !isRead(request)) {
      next();
      return;
    }
    // sirv does not handle errors of the file's stream, and an unhandled error would end the
    // process.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    access(join(folder, path), (missing) => {
      if (missing) next();
      else serve(request, response, next);
    });
  };
}

function isRead({ method }: { readonly method: string }): boolean {
  return method === 'GET' || method === 'HEAD';
}
