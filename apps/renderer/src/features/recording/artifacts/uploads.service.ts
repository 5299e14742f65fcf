import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type JoinedWrite, measureDisk } from '#persistence';
import { BundleStore, ChunkStore } from '#product/recording/artifacts';
import type { BundleAnswer, BundleRequest, ChunkEnd } from '#product/recording/artifacts';
import { artifactLimits, Clock } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { packBundle } from './pack-bundle.ts';
import type { PackedFile } from './pack-bundle.ts';

/** Does not check permissions; callers do. */
@Injectable()
export class UploadsService {
  /** Chunks that are being written. */
  private arriving = 0;

  constructor(
    private readonly chunks: ChunkStore,
    private readonly bundles: BundleStore,
    private readonly clock: Clock,
    private readonly config: RendererConfig,
  ) {}

  async addChunk(
    checksum: string,
    pieces: AsyncIterable<Uint8Array>,
    holder?: number,
  ): Promise<ChunkEnd> {
    this.arriving += 1;
    try {
      if (await this.isDiskFull()) return 'disk_full';
      return await this.chunks.add(checksum, { pieces, holder, nowMs: this.clock.nowMs() });
    } finally {
      this.arriving -= 1;
    }
  }

  /** PostgreSQL may be on another disk, and stops by itself when that is full. */
  private async isDiskFull(): Promise<boolean> {
    const { dataDir, databaseUrl, minFreeDiskBytes } = this.config;
    if (databaseUrl !== undefined) return false;
    const disk = await measureDisk(dataDir);
    const takenBytes = this.arriving * artifactLimits.chunkBytes;
    return disk !== undefined && disk.freeBytes - takenBytes < minFreeDiskBytes;
  }

  /**
   * Requests the assembly of the bundle for each project. Resolves with the answer of the project
   * whose assembly has made the least progress. `tell` joins each assembly that begins.
   */
  async assemble(
    projectIds: readonly number[],
    bundle: Omit<BundleRequest, 'projectId' | 'nowMs'>,
    tell?: (projectId: number) => JoinedWrite,
  ): Promise<BundleAnswer> {
    const nowMs = this.clock.nowMs();
    const answers: BundleAnswer[] = [];
    for (const projectId of projectIds) {
      answers.push(await this.bundles.ask({ ...bundle, projectId, nowMs }, tell?.(projectId)));
    }
    const [first] = answers.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
    return { state: 'ok', ...first };
  }

  /**
   * Uploads scripts and their source maps as a build tool does. A second call with the same files
   * uploads nothing, and resolves with the current state of the bundle.
   */
  async upload(
    projectId: number,
    { release, files }: { readonly release?: string; readonly files: readonly PackedFile[] },
  ): Promise<BundleAnswer> {
    const bundle = packBundle(files);
    const chunks = new Map(listChunks(bundle).map((chunk) => [sha1(chunk), chunk]));
    const request = {
      checksum: sha1(bundle),
      chunks: [...chunks.keys()],
      release,
    };
    const answer = await this.assemble([projectId], request);
    if (answer.state !== 'not_found') return answer;
    for (const checksum of answer.missing) {
      await this.addChunk(checksum, Readable.from([chunks.get(checksum)]));
    }
    return this.assemble([projectId], request);
  }
}

function listChunks(bundle: Buffer): Buffer[] {
  const { chunkBytes } = artifactLimits;
  return Array.from({ length: Math.ceil(bundle.length / chunkBytes) }, (_, index) =>
    bundle.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
}

function sha1(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex');
}

const ORDER: readonly BundleAnswer['state'][] = [
  'not_found',
  'error',
  'created',
  'assembling',
  'ok',
];
