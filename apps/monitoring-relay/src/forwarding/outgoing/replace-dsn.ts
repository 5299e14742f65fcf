/**
 * Matches strings and structural characters. They are enough to find a field, because the line is
 * known to be valid JSON.
 */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/** A shorter wait does not look like a wrong clock, and leaves the header as it is. */
const LONG_WAIT_MS = 5000;
const ISO = /^\d{4}-\d\d-\d\dT.{1,40}(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * Replaces the DSN in an envelope's header line, if the line names one, and keeps all other bytes.
 * After a long wait here, also moves `sent_at` by the wait, or the service would take the wait for a
 * wrong clock of the sender. `line` is a JSON object, with or without its newline.
 */
export function replaceDsn(line: Buffer, dsn: string, waitedMs = 0): Buffer {
  // latin1 maps each byte to one character. Bytes beyond ASCII occur only inside strings.
  const text = line.toString('latin1');
  const pieces: string[] = [];
  let end = 0;
  for (const { key, token, index } of findTexts(text)) {
    const other = key === 'dsn' ? dsn : key === 'sent_at' && postpone(token, waitedMs);
    if (typeof other !== 'string') continue;
    pieces.push(text.slice(end, index), JSON.stringify(other));
    end = index + token.length;
  }
  return Buffer.from([...pieces, text.slice(end)].join(''), 'latin1');
}

function postpone(token: string, waitedMs: number): string | undefined {
  const sentAt = JSON.parse(token) as string;
  const sentAtMs = ISO.test(sentAt) ? Date.parse(sentAt) : Number.NaN;
  if (waitedMs < LONG_WAIT_MS || Number.isNaN(sentAtMs)) return undefined;
  return new Date(sentAtMs + waitedMs).toISOString();
}

interface Text {
  readonly key: string | undefined;
  readonly token: string;
  readonly index: number;
}

function* findTexts(text: string): Generator<Text> {
  let depth = 0;
  let key: string | undefined;
  let isValue = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth !== 1) continue;
    else if (token === ':') isValue = true;
    else if (token === ',') isValue = false;
    else if (isValue) yield { key, token, index };
    else key = JSON.parse(token) as string;
  }
}
