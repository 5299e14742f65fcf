export interface WrittenItem {
  readonly type: string;
  readonly payload: Buffer;
}

const LINE_END = Buffer.from('\n');

/** An item with its length, as it stands in an envelope. */
export function frameItem({ type, payload }: WrittenItem): Buffer[] {
  const header = JSON.stringify({ type, length: payload.length });
  return [Buffer.from(`${header}\n`), payload, LINE_END];
}

/** The envelope of a report that came without one. */
export function writeEnvelope(
  header: { readonly event_id?: string },
  items: readonly WrittenItem[],
): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...items.flatMap(frameItem)]);
}
