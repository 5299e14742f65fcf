import type { Envelope, EnvelopeHeader, EnvelopeItem, EnvelopeRefusal } from './envelope.ts';
import { EnvelopeReader } from './envelope-reader.ts';

const NOTHING = Buffer.alloc(0);

export function parseEnvelope(
  bytes: Buffer,
): { readonly ok: true; readonly envelope: Envelope } | EnvelopeRefusal {
  let header: EnvelopeHeader = {};
  const items: { -readonly [Key in keyof EnvelopeItem]: EnvelopeItem[Key] }[] = [];
  const reader = new EnvelopeReader({
    header: (read) => {
      header = read;
      return true;
    },
    item: (item) => void items.push({ ...item, payload: NOTHING }),
    payload: (piece) => void (items.at(-1)!.payload = piece),
    gap: () => undefined,
  });
  const refusal = reader.push(bytes) ?? reader.finish();
  return refusal ?? { ok: true, envelope: { header, items } };
}
