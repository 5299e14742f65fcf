const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export interface TextMeasures {
  /** Bytes in UTF-8, where a lone surrogate becomes U+FFFD. */
  readonly bytes: number;
  /** Lines end with LF, CRLF or CR. A line end at the end of the text begins no further line. */
  readonly lineCount: number;
}

export function measureText(text: string): TextMeasures {
  let bytes = text.length;
  let lineCount = 0;
  let isLineStart = true;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isLineStart) lineCount += 1;
    isLineStart =
      code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(index + 1) !== LINE_FEED);
    if (code < 0x80) continue;
    bytes += code < 0x8_00 ? 1 : 2;
    // A surrogate pair has two code units and takes four bytes.
    if (isPair(code, text.charCodeAt(index + 1))) index += 1;
  }
  return { bytes, lineCount };
}

export function visitLineStarts(bytes: Uint8Array, visit: (start: number) => void): void {
  let isLineStart = true;
  for (let index = 0; index < bytes.length; index += 1) {
    if (isLineStart) visit(index);
    const byte = bytes[index];
    isLineStart =
      byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[index + 1] !== LINE_FEED);
  }
}

function isPair(high: number, low: number): boolean {
  return high >= 0xd8_00 && high < 0xdc_00 && low >= 0xdc_00 && low < 0xe0_00;
}
