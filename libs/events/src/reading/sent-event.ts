import { type JsonObject, readObject, readValues } from '../json/shape.ts';
import { type ExceptionLink, linkExceptions } from './exceptions/exception-links.ts';
import { Images } from './stack/images.ts';
import { type Language, readLanguage } from './stack/language.ts';

export interface LinkedException extends ExceptionLink {
  readonly source: JsonObject;
}

/**
 * An event in the form SDKs send. Caches the exceptions, because titles and grouping both need
 * them.
 */
export class SentEvent {
  readonly language: Language;
  readonly images: Images;
  private all: readonly JsonObject[] | undefined;
  private linked: readonly LinkedException[] | undefined;

  constructor(readonly event: JsonObject) {
    this.language = readLanguage(event);
    this.images = new Images(event);
  }

  /** SDKs of different ages send `{values: […]}`, a bare list, or one bare exception. */
  listSources(): readonly JsonObject[] {
    if (this.all) return this.all;
    const { exception } = this.event;
    const listed = readValues(exception);
    this.all = (listed.length > 0 ? listed : [exception]).map(readObject).filter(isException);
    return this.all;
  }

  /**
   * Lists the exceptions in the order sent; the last one is the exception that surfaced. When there
   * are more than `max`, leaves out those in the middle, because the root cause and the surfaced
   * exception matter most.
   */
  listExceptions(max: number): readonly LinkedException[] {
    const { length } = this.listSources();
    if (length > max)
      return this.link([...listPlaces(0, max / 2), ...listPlaces(length - max / 2, length)]);
    this.linked ??= this.link(listPlaces(0, length));
    return this.linked;
  }

  private link(kept: readonly number[]): readonly LinkedException[] {
    const all = this.listSources();
    if (all.length === 0) return [];
    const links = linkExceptions(all, kept);
    return kept.map((place, index) => ({ source: all[place]!, ...links[index]! }));
  }
}

function isException(value: JsonObject | undefined): value is JsonObject {
  return value !== undefined && ('type' in value || 'value' in value || 'stacktrace' in value);
}

function listPlaces(from: number, end: number): number[] {
  return Array.from({ length: end - from }, (_, index) => from + index);
}
