/**
 * Matches strings and structural characters. They are enough to find a field, because the line is
 * known to be valid JSON.
 */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/**
 * Replaces the DSN in an envelope's header line, if the line names one, and keeps all other bytes.
 * `line` is a JSON object, with or without its newline.
 */
export function replaceDsn(line: Buffer, dsn: string): Buffer {
  // latin1 maps each byte to one character. Bytes beyond ASCII occur only inside strings.
  const text = line.toString('latin1');
  const pieces: string[] = [];
  let end = 0;
  for (const { index, length } of findDsns(text)) {
    pieces.push(text.slice(end, index), JSON.stringify(dsn));
    end = index + length;
  }
  return Buffer.from([...pieces, text.slice(end)].join(''), 'latin1');
}

function* findDsns(text: string): Generator<{ readonly index: number; readonly length: number }> {
  let depth = 0;
  let key: string | undefined;
  let isValue = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth !== 1) continue;
    else if (token === ':') isValue = true;
    else if (token === ',') isValue = false;
    else if (!isValue) key = JSON.parse(token) as string;
    else if (key === 'dsn') yield { index, length: token.length };
  }
}
