import { createHash } from 'node:crypto';
import type { Stores } from '../create-stores.ts';

/** Gives a project a processed upload without files. The upload's checksum is that of `text`. */
export async function settleUpload(
  { artifactBundles, artifactChunks }: Stores,
  text: string,
  { projectId = 1, nowMs = Date.now() } = {},
): Promise<void> {
  const checksum = createHash('sha1').update(text).digest('hex');
  const pieces = (async function* () {
    yield Buffer.from(text);
  })();
  await artifactChunks.add(checksum, { pieces, nowMs });
  await artifactBundles.ask({ projectId, checksum, chunks: [checksum], nowMs });
  const claimed = await artifactBundles.claim(nowMs);
  if (!claimed) throw new Error('Nobody asked for the upload.');
  await artifactBundles.settle(claimed, { files: [], bytes: 1 });
}
