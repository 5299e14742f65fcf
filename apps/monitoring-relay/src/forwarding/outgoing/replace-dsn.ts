/** Strings, and what gives an object its shape: in JSON whose form is checked nothing else tells them apart. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/**
 * The header line of an envelope with another DSN, where it names one: all its other bytes stay as they came. `line`
 * is a JSON object, with or without its newline.
 */
export function replaceDsn(line: Buffer, dsn: string): Buffer {
  // A character for each byte: what is not ASCII stands in strings alone.
  const text = line.toString('latin1');
  const pieces: string[] = [];
  let end = 0;
  for (const { index, length } of findDsns(text)) {
    pieces.push(text.slice(end, index), JSON.stringify(dsn));
    end = index + length;
  }
  return Buffer.from([...pieces, text.slice(end)].join(''), 'latin1');
}

/** Where strings stand that are the value of `dsn` in the outermost object. */
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
