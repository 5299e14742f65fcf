/**
 * Returns a mail as people read it, with encoded words (RFC 2047), quoted-printable and base64 (RFC
 * 2045) decoded.
 */
export function readMail(source: string): string {
  const unfolded = source.replaceAll(/\?=\r\n[ \t]+=\?/g, '?==?').replaceAll(/\r\n[ \t]+/g, ' ');
  const [head = '', ...parts] = unfolded.split(/(?=Content-Transfer-Encoding: )/i);
  return [readWords(head), ...parts.map(readPart)].join('\n');
}

function readWords(head: string): string {
  return head.replaceAll(/=\?[\w-]+\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
    encoding.toUpperCase() === 'B' ? readBase64(text) : readQuoted(text.replaceAll('_', ' ')),
  );
}

function readPart(part: string): string {
  const { encoding = '' } =
    /^Content-Transfer-Encoding: (?<encoding>\S+)/i.exec(part)?.groups ?? {};
  if (encoding === 'quoted-printable') return readQuoted(part);
  if (encoding !== 'base64') return part;
  return readBase64(/\r\n\r\n(?<body>[A-Za-z\d+/=\r\n]+)/.exec(part)?.groups?.['body'] ?? '');
}

function readBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}

function readQuoted(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
