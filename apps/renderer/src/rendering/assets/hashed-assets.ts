import { access, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import sirv from 'sirv';
import type { Options } from 'sirv';
import { decodePercents } from '#shared';

/** Requests for other paths never reach the disk. */
const ASSET = /^\/assets\/[\w.-]+(?=$|\?)/;

/** Files that the build writes beside those of the folder `public`. */
const BUILT = /^(?:assets|\.vite)\b/;

const common: Options = {
  brotli: true,
  gzip: true,
  setHeaders: (response) => response.setHeader('Vary', 'Accept-Encoding'),
};

/**
 * Serves the hashed files of the browser build, which browsers cache for ever, and the files of the
 * folder `public`, for which browsers ask each time whether they have changed. Sends the compressed
 * file that the build wrote, if any. Lists the files once at the start. When another build has
 * removed a listed file since, the next handler gets the request.
 */
export function hashedAssets(distFolder: string): RequestHandler {
  const folder = join(distFolder, 'client');
  const names = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  const own = names.filter((name) => !BUILT.test(name));
  const files = new Set(own.map((name) => `/${name.replaceAll('\\', '/')}`));
  const hashed = sirv(folder, { ...common, etag: false, immutable: true, maxAge: 31_536_000 });
  const named = sirv(folder, { ...common, etag: true, maxAge: 0, dotfiles: true, extensions: [] });
  return (request, response, next) => {
    const asset = ASSET.exec(request.url)?.[0];
    const path = asset ?? findPublic(request, files);
    const serve = asset ? hashed : named;
    if (!path || !isRead(request)) {
      next();
      return;
    }
    // sirv does not handle errors of the file's stream, and an unhandled error would end the
    // process.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    // sirv throws at a range that ends before it begins, and nothing here is worth a range.
    delete request.headers.range;
    access(join(folder, path), (missing) => {
      if (missing) next();
      else serve(request, response, next);
    });
  };
}

function findPublic({ path }: Request, files: ReadonlySet<string>): string | undefined {
  const name = decodePercents(path);
  return files.has(name) ? name : undefined;
}

function isRead({ method }: { readonly method: string }): boolean {
  return method === 'GET' || method === 'HEAD';
}
