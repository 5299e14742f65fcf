import type { Clock } from '#shared';
import { AssetArchive } from './asset-archive.ts';
import type { BuiltAsset, FoundAsset } from './asset-archive.ts';
import type { AssetEncoding } from '../asset-form.ts';
import { Lru } from './lru.ts';

/** The compressed scripts of some thirty builds. */
const FOUND_BYTES = 4 * 1024 * 1024;

/** Names that nobody has, counted: whoever makes them up does not push out what others need. */
const MISSING_NAMES = 1000;

/** For so long another replica may have kept a file and it is still answered as missing here. */
const MISSING_MS = 60_000;

/** Spares an archive that is asked over a network the same question, while it is open and afterwards. */
export class CachedAssetArchive extends AssetArchive {
  private readonly found = new Lru<FoundAsset>(FOUND_BYTES);
  private readonly missingUntilMs = new Lru<number>(MISSING_NAMES);
  private readonly asking = new Map<string, Promise<FoundAsset | undefined>>();

  constructor(
    private readonly archive: AssetArchive,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async keep(build: string, assets: readonly BuiltAsset[]): Promise<void> {
    await this.archive.keep(build, assets);
    this.missingUntilMs.clear();
  }

  override async find(
    name: string,
    encodings: readonly AssetEncoding[],
  ): Promise<FoundAsset | undefined> {
    const question = `${name} ${encodings.join(' ')}`;
    const found = this.found.get(question);
    if (found) return found;
    if ((this.missingUntilMs.get(question) ?? 0) > this.clock.nowMs()) return undefined;
    let answer = this.asking.get(question);
    if (!answer) {
      answer = this.ask(question, () => this.archive.find(name, encodings)).finally(() =>
        this.asking.delete(question),
      );
      this.asking.set(question, answer);
    }
    return answer;
  }

  override touch(build: string): Promise<void> {
    return this.archive.touch(build);
  }

  override async forget(unusedSinceMs: number): Promise<void> {
    await this.archive.forget(unusedSinceMs);
    this.found.clear();
  }

  /** Remembers the answer; a fault is none. */
  private async ask(
    question: string,
    find: () => Promise<FoundAsset | undefined>,
  ): Promise<FoundAsset | undefined> {
    const found = await find();
    if (found) this.found.set(question, found, found.body.length);
    else this.missingUntilMs.set(question, this.clock.nowMs() + MISSING_MS, 1);
    return found;
  }
}
