export interface WrittenItem {
  readonly type: string;
  readonly payload: Buffer;
}

const LINE_END = Buffer.from('\n');

/** An item with its length, as it stands in an envelope. */
function frameItem({ type, payload }: WrittenItem): Buffer[] {
  const header = JSON.stringify({ type, length: payload.length });
  return [Buffer.from(`${header}\n`), payload, LINE_END];
}

/** As many digits as any length has. */
const LENGTH_DIGITS = 10;

/** The header of an item whose length is not known yet: its digits are to be written at `lengthOffset`. */
export function openItem(fields: { readonly type: string; readonly [name: string]: unknown }): {
  readonly header: Buffer;
  readonly lengthOffset: number;
} {
  const start = Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"length":`);
  // Behind a shorter number blanks are left, as JSON allows.
  const end = Buffer.from(`${'0'.padEnd(LENGTH_DIGITS)}}\n`);
  return { header: Buffer.concat([start, end]), lengthOffset: start.length };
}

/** The envelope of a report that came without one. */
export function writeEnvelope(
  header: { readonly event_id?: string },
  items: readonly WrittenItem[],
): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...items.flatMap(frameItem)]);
}
