import type { Request, RequestHandler } from 'express';
import { assetEncodings, isHashedName } from './asset-form.ts';
import type { AssetEncoding } from './asset-form.ts';
import type { KeptBuilds } from './kept-builds.ts';

const ADDRESS = /^\/assets\/([^/]+)$/;

/**
 * Answers the hashed files of builds that are not the running one, as `hashedAssets` answers this
 * one's; it stands after it. A disk that fails is said once until it works again, and has
 * nothing meanwhile.
 */
export function keptAssets(
  builds: Pick<KeptBuilds, 'find'>,
  warn: (line: string) => void,
): RequestHandler {
  let isFailing = false;

  async function find(name: string, encodings: readonly AssetEncoding[]) {
    try {
      const found = await builds.find(name, encodings);
      isFailing = false;
      return found;
    } catch (error) {
      if (!isFailing) warn(`Files of previous builds cannot be served: ${toLine(error)}`);
      isFailing = true;
      return undefined;
    }
  }

  return async (request, response, next) => {
    const name = toName(request);
    const found = name === undefined ? undefined : await find(name, toAccepted(request));
    if (name === undefined || found === undefined) return next();
    const { encoding, body } = found;
    response.type(name.slice(name.lastIndexOf('.'))).set({
      'Cache-Control': 'public,max-age=31536000,immutable',
      'Content-Length': String(body.length),
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    });
    response.end(body);
  };
}

/** What was thrown, for one line of the log. */
function toLine(error: unknown): string {
  return (error as Error).message.replaceAll(/\s+/g, ' ');
}

/** The hashed name that a read asks for. Whatever is escaped in an address is not part of one. */
function toName({ method, path }: Request): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const name = ADDRESS.exec(path)?.[1];
  return name !== undefined && isHashedName(name) ? name : undefined;
}

/** The file as it is goes to everybody, as it does from the running build. */
function toAccepted(request: Request): AssetEncoding[] {
  return assetEncodings.filter(
    (encoding) => encoding === 'identity' || request.acceptsEncodings(encoding) === encoding,
  );
}
