import { access } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

/** Addresses of the build's files. Requests for other addresses never reach the disk. */
const ASSET = /^\/assets\/[\w.-]+(?=$|\?)/;

/**
 * Serves the browser build's hashed files, precompressed where that is smaller, cacheable for ever.
 * The list of files is read at the start, and the files themselves at each request. When another
 * build has removed a listed file, the next handler gets the request.
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
    // sirv ignores errors of the file's stream, and an unhandled one would end the process.
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
