import { access } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

/** Names that the build gives; other files are never looked up on disk. */
const ASSET = /^\/assets\/[\w.-]+(?=$|\?)/;

/**
 * Serves the browser build's hashed files, precompressed where that is smaller, cacheable for ever.
 * The list of files is fixed at start; each request reads its file from disk. A file that has gone
 * since, as after another build into the folder, is left to the next handler.
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
