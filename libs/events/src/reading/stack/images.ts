import type { DebugImage } from '#shared';
import type { CutNotes } from '../../json/cut-notes.ts';
import { fieldLimits, listLimits } from '../../json/field-limits.ts';
import { withoutUndefined } from '../../json/present.ts';
import { type JsonObject, readArray, readObject, readText } from '../../json/shape.ts';

interface Image {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Maximum number of images. Processes on phones load fewer images. */
const MAX_IMAGES = 2000;

/**
 * Libraries and executables that the process had loaded. Calls without a symbol are named after
 * them: `libpay.so + 0x1f20`. See
 * https://develop.sentry.dev/sdk/foundations/transport/event-payloads/debug-meta/
 */
export class Images {
  private images: ImageMap | undefined;

  constructor(private readonly event: JsonObject) {}

  /**
   * Returns image and offset, or else only the address. Returns undefined when the frame has no
   * address.
   */
  describe(frame: JsonObject): string | undefined {
    const offset = this.findOffset(frame);
    if (offset) return `${offset.image} + ${offset.at}`;
    const address = readAddress(frame['instruction_addr']);
    return address ? toHex(address) : undefined;
  }

  /**
   * Returns the frame's offset within its image, which does not depend on where the image was
   * loaded. Apple's SDK sends the image's start address with each frame.
   */
  findOffset(frame: JsonObject): ImageOffset | undefined {
    const address = readAddress(frame['instruction_addr']);
    if (!address) return undefined;
    const file = readText(frame['package'], fieldLimits.path);
    const start = readAddress(frame['image_addr']);
    if (file !== undefined && start && address >= start) {
      return { image: toImageName(file), at: toHex(address - start) };
    }
    this.images ??= new ImageMap(readImages(this.event));
    const image = this.images.find(address);
    return image && { image: image.name, at: toHex(address - image.start) };
  }
}

interface ImageOffset {
  readonly image: string;
  readonly at: string;
}

/** Images by address. Where images overlap, the first in the event is the one that counts. */
class ImageMap {
  /** Addresses at which an image begins or ends, in ascending order. */
  private readonly edges: readonly number[];
  /** For each edge, the index of the image that counts up to the next edge, or -1. */
  private readonly owners: Int16Array;

  constructor(private readonly images: readonly Image[]) {
    const edges = new Set(images.flatMap(({ start, end }) => [start, end]));
    this.edges = [...edges].toSorted((one, other) => one - other);
    this.owners = new Int16Array(this.edges.length).fill(-1);
    const places = new Map(this.edges.map((edge, place) => [edge, place]));
    for (const [index, { start, end }] of [...images.entries()].toReversed()) {
      this.owners.fill(index, places.get(start), places.get(end));
    }
  }

  find(address: number): Image | undefined {
    let [low, high] = [0, this.edges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.edges[middle]! <= address) low = middle + 1;
      else high = middle;
    }
    return this.images[this.owners[low - 1] ?? -1];
  }
}

function readImages(event: JsonObject): Image[] {
  return listImages(event)
    .slice(0, MAX_IMAGES)
    .flatMap((image) => {
      const { start, end } = readRange(image);
      const file = readText(image['code_file'] ?? image['name'], fieldLimits.path);
      const isKnown = start !== undefined && end !== undefined && file !== undefined;
      return isKnown ? [{ name: toImageName(file), start, end }] : [];
    });
}

/** An image without a file is named by its debug id. Images that have neither are left out. */
export function readDebugImages(
  event: JsonObject,
  notes: CutNotes,
): readonly DebugImage[] | undefined {
  const images = notes
    .takeFirst(listImages(event), listLimits.images, 'debug images')
    .flatMap((image): DebugImage[] => {
      const read = (field: string, maxLength: number = fieldLimits.name): string | undefined =>
        notes.readText(image[field], maxLength, 'names of debug images');
      const file = read('code_file', fieldLimits.path) ?? read('name', fieldLimits.path);
      const debugId = read('debug_id') ?? read('id') ?? read('uuid');
      const { start, end } = readRange(image);
      const name = file ?? debugId;
      if (name === undefined) return [];
      return [
        withoutUndefined({
          name,
          type: read('type'),
          debugId: name === debugId ? undefined : debugId,
          start: start === undefined ? undefined : toHex(start),
          end: end === undefined ? undefined : toHex(end),
        }),
      ];
    });
  return images.length === 0 ? undefined : images;
}

function listImages(event: JsonObject): readonly JsonObject[] {
  return (readArray(readObject(event['debug_meta'])?.['images']) ?? [])
    .map(readObject)
    .filter((image) => image !== undefined);
}

function readRange(image: JsonObject): { readonly start?: number; readonly end?: number } {
  const start = readAddress(image['image_addr']);
  const size = readAddress(image['image_size']);
  if (start === undefined) return {};
  return size === undefined ? { start } : { start, end: start + size };
}

/**
 * Returns the name of the file: `libpay.so` for `/usr/lib/libpay.so` and `pay.dll` for
 * `C:\shop\pay.dll`. Drops the version after the name of a .NET assembly.
 */
export function toImageName(file: string): string {
  const [path = file] = file.split(', ', 1);
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? file;
}

/** Reads a number or hexadecimal text. Rejects addresses of 2^53 and more, which do not occur. */
function readAddress(value: unknown): number | undefined {
  const isHex = typeof value === 'string' && /^0x[\da-f]{1,16}$/i.test(value);
  const address = isHex ? Number(value) : value;
  return Number.isSafeInteger(address) && (address as number) >= 0
    ? (address as number)
    : undefined;
}

function toHex(address: number): string {
  return `0x${address.toString(16)}`;
}
