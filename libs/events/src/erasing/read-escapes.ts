const NAMED = new Map(
  Object.entries({ commat: '@', period: '.', plus: '+', quot: '"', apos: "'", amp: '&' }),
);

/**
 * Matches escapes of JSON, also of JSON within JSON, which doubles backslashes, and of addresses
 * within addresses, which encode percent signs again, and of HTML. A letter of an address takes up
 * to four bytes. Escapes such as `\n` stay, because folders and domains are named before them.
 */
const ESCAPE =
  /(?<!\\)\\{1,32}(?:u([\da-f]{4})|x([\da-f]{2})|(?=(["/]))|(?<=\\\\))|(%(?:25){0,4}[\da-f]{2}(?:%(?:25){0,4}[89ab][\da-f]){0,3})|&(?:amp;){0,3}(?:#0{0,5}(\d{1,7})|#x0{0,5}([\da-f]{1,6})|(commat|period|plus|quot|apos|amp));/gi;

/**
 * Returns the text with its escapes read, and a function from places in it to those in the text.
 * The function must be called with rising places.
 */
export function readEscapes(text: string) {
  let [plain, end] = ['', 0];
  const places: { readonly inPlain: number; readonly inText: number }[] = [];
  for (const match of text.matchAll(ESCAPE)) {
    plain += text.slice(end, match.index);
    places.push({ inPlain: plain.length, inText: match.index });
    plain += readEscape(match);
    end = match.index + match[0].length;
    places.push({ inPlain: plain.length, inText: end });
  }
  let [at, last] = [0, { inPlain: 0, inText: 0 }];
  const toSource = (place: number): number => {
    for (; at < places.length && places[at]!.inPlain < place; at += 1) last = places[at]!;
    // An escape that reads as nothing belongs to the letter behind it.
    if (places[at]?.inPlain === place) return places[at]!.inText;
    return last.inText + place - last.inPlain;
  };
  return { plain: plain + text.slice(end), toSource };
}

function readEscape([
  whole,
  unit,
  hex,
  quoted,
  percents,
  code,
  hexCode,
  name,
]: RegExpExecArray): string {
  if (quoted !== undefined) return '';
  if (percents !== undefined) {
    const bytes = percents.replaceAll(/%(?:25)*(?=[\da-f]{2})/gi, '');
    return Buffer.from(bytes, 'hex').toString();
  }
  if (name !== undefined) return NAMED.get(name.toLowerCase())!;
  const number = code === undefined ? parseInt(unit ?? hex ?? hexCode ?? '', 16) : Number(code);
  if (number <= 0x10ffff) return String.fromCodePoint(number);
  return whole.startsWith('\\') ? '\\' : whole;
}
