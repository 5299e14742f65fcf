export interface WrittenItem {
  readonly type: string;
  readonly payload: Buffer;
}

const LINE_END = Buffer.from('\n');

function frameItem({ type, payload }: WrittenItem): Buffer[] {
  const header = JSON.stringify({ type, length: payload.length });
  return [Buffer.from(`${header}\n`), payload, LINE_END];
}

const LENGTH_DIGITS = 10;

/**
 * Returns the header of an item whose length is not known yet. The caller later writes the digits
 * of the length at `lengthOffset`.
 */
export function openItem(fields: { readonly type: string; readonly [name: string]: unknown }): {
  readonly header: Buffer;
  readonly lengthOffset: number;
} {
  const start = Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"length":`);
  const end = Buffer.from(`${'0'.padEnd(LENGTH_DIGITS)}}\n`);
  return { header: Buffer.concat([start, end]), lengthOffset: start.length };
}

export function writeEnvelope(
  header: { readonly event_id?: string },
  items: readonly WrittenItem[],
): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...items.flatMap(frameItem)]);
}
