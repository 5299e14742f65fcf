import { Injectable } from '@nestjs/common';
import { BundleStore, ChunkStore } from '#product/recording/artifacts';
import type { BundleAnswer, BundleWish, ChunkEnd } from '#product/recording/artifacts';
import { Clock } from '#shared';

/** Takes chunks of bundles, and has bundles assembled. Whether somebody may is the caller's to know. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly chunks: ChunkStore,
    private readonly bundles: BundleStore,
    private readonly clock: Clock,
  ) {}

  addChunk(checksum: string, pieces: AsyncIterable<Uint8Array>): Promise<ChunkEnd> {
    return this.chunks.add(checksum, { pieces, nowMs: this.clock.nowMs() });
  }

  /** Asks for the bundle in each project. Resolves with how it is in the one that is furthest from done. */
  async assemble(
    projectIds: readonly number[],
    bundle: Omit<BundleWish, 'projectId' | 'nowMs'>,
  ): Promise<BundleAnswer> {
    const nowMs = this.clock.nowMs();
    const answers: BundleAnswer[] = [];
    for (const projectId of projectIds) {
      answers.push(await this.bundles.ask({ ...bundle, projectId, nowMs }));
    }
    const [first] = answers.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
    return first ?? { state: 'ok' };
  }
}

const ORDER: readonly BundleAnswer['state'][] = [
  'not_found',
  'error',
  'created',
  'assembling',
  'ok',
];
