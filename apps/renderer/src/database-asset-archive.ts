import type { KeptAssetStore } from '#persistence';
import type { Clock } from '#shared';
import { AssetArchive } from './rendering/assets/index.ts';
import type { AssetEncoding, BuiltAsset, FoundAsset } from './rendering/assets/index.ts';

/** For replicas that share a database and no disk. */
export class DatabaseAssetArchive extends AssetArchive {
  constructor(
    private readonly store: KeptAssetStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** One file a statement: what a killed process has written is whole, and small statements wait for nobody. */
  override async keep(build: string, assets: readonly BuiltAsset[]): Promise<void> {
    await this.touch(build);
    const forms = await this.store.listForms(build);
    const kept = new Set(forms.map(({ name, encoding }) => `${encoding} ${name}`));
    for (const asset of assets) {
      const { name, encoding } = asset;
      if (kept.has(`${encoding} ${name}`)) continue;
      await this.store.keep(build, { name, encoding, body: await asset.read() });
    }
  }

  override async find(
    name: string,
    encodings: readonly AssetEncoding[],
  ): Promise<FoundAsset | undefined> {
    const found = await this.store.find(name, encodings);
    const encoding = encodings.find((asked) => asked === found?.encoding);
    return found && encoding && { encoding, body: found.body };
  }

  override touch(build: string): Promise<void> {
    return this.store.touch(build, this.clock.nowMs());
  }

  override async forget(unusedSinceMs: number): Promise<void> {
    await this.store.forget(unusedSinceMs);
  }
}
