import { fieldLimits } from '../../json/field-limits.ts';
import { type JsonObject, readArray, readObject, readText } from '../../json/shape.ts';

interface Image {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** More than a phone loads; a frame is looked up in all of them. */
const MAX_IMAGES = 2000;

/**
 * The libraries and executables that were in memory. They name a call that has no symbol: `libpay.so + 0x1f20`.
 * https://develop.sentry.dev/sdk/foundations/transport/event-payloads/debug-meta/
 */
export class Images {
  private images: readonly Image[] | undefined;

  constructor(private readonly event: JsonObject) {}

  /** Where in its image a frame's address is, else the bare address. Undefined without an address. */
  describe(frame: JsonObject): string | undefined {
    const offset = this.findOffset(frame);
    if (offset) return `${offset.image} + ${offset.at}`;
    const address = readAddress(frame['instruction_addr']);
    return address ? toHex(address) : undefined;
  }

  /** The same wherever the image was loaded. Frames of Apple's SDK say themselves where their image begins. */
  findOffset(frame: JsonObject): ImageOffset | undefined {
    const address = readAddress(frame['instruction_addr']);
    if (!address) return undefined;
    const file = readText(frame['package'], fieldLimits.path);
    const start = readAddress(frame['image_addr']);
    if (file !== undefined && start && address >= start) {
      return { image: toImageName(file), at: toHex(address - start) };
    }
    this.images ??= readImages(this.event);
    const image = this.images.find((each) => address >= each.start && address < each.end);
    return image && { image: image.name, at: toHex(address - image.start) };
  }
}

interface ImageOffset {
  readonly image: string;
  /** In hexadecimal. */
  readonly at: string;
}

function readImages(event: JsonObject): Image[] {
  return (readArray(readObject(event['debug_meta'])?.['images']) ?? [])
    .slice(0, MAX_IMAGES)
    .map(readObject)
    .flatMap((image) => {
      const start = readAddress(image?.['image_addr']);
      const size = readAddress(image?.['image_size']);
      const file = readText(image?.['code_file'] ?? image?.['name'], fieldLimits.path);
      const isKnown = start !== undefined && size !== undefined && file !== undefined;
      return isKnown ? [{ name: toImageName(file), start, end: start + size }] : [];
    });
}

/** `/usr/lib/libpay.so` is `libpay.so`, `C:\shop\pay.dll` is `pay.dll`; of a .NET assembly its version is dropped. */
export function toImageName(file: string): string {
  const [path = file] = file.split(', ', 1);
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? file;
}

/** A number, or text in hexadecimal. Addresses beyond 2^53 are none of a program's. */
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
