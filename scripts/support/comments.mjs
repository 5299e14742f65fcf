const UNCLEAR = /(?:^|[.!?]["')`]* )((?:Of|By|As|With|What|Who|That|It)\b[^.!?]*)/g;

const STRINGS = /'[^']*'|"[^"]*"|`[^`]*`/g;
const TRAILING = /[;,{})\]] \/\/ (.*)$/;

/**
 * Finds the sentences of comments that begin with a word which leaves their subject unclear.
 *
 * @param {string} source code in TypeScript, JavaScript or CSS
 * @returns {{ line: number, sentence: string }[]} each with the line on which its paragraph begins, from 1
 */
export function findUnclearSentences(source) {
  return listParagraphs(source).flatMap(({ line, text }) =>
    [...text.matchAll(UNCLEAR)].map(([, sentence]) => ({ line, sentence: sentence.trim() })),
  );
}

/**
 * `describe('…`, `it.each(rows)('…`, and `])('…` after a table that spans lines. Tables as template
 * literals and rows that call functions of functions are not read.
 */
const TITLE =
  /(?:^ *(?:describe|it|test)(?:\.\w+)*(?:\([^()\n]*\))?|^ *\][^()\n]*\))\(\s*(['"`])(?<title>.*?)\1/gm;
const UNCLEAR_TITLE = /^(?:of|by|as|with|what|who|whoever|which|that|it)\b/i;

/**
 * Finds the titles of tests that begin with a word which leaves their subject unclear.
 *
 * @param {string} source a file of specs
 * @returns {{ line: number, sentence: string }[]} each with its line, from 1
 */
export function findUnclearTitles(source) {
  return [...source.matchAll(TITLE)]
    .filter(({ groups }) => UNCLEAR_TITLE.test(groups.title))
    .map(({ index, groups }) => ({
      line: source.slice(0, index).split('\n').length,
      sentence: groups.title,
    }));
}

/**
 * Reads lines, not tokens: a comment begins its line, or follows code and ` // `. A template
 * literal with such a line is taken for a comment.
 */
function listParagraphs(source) {
  const paragraphs = [];
  let current;
  let isInBlock = false;
  let isInExample = false;
  const end = () => (current = undefined);
  for (const [index, line] of source.split('\n').entries()) {
    const opened = isInBlock ? undefined : /^\s*\{?\/\*+(?![*/])/.exec(line)?.[0];
    const isBlock = isInBlock || opened !== undefined;
    const lineComment = isBlock ? undefined : /^\s*\/\/ ?(.*)$/.exec(line)?.[1];
    const trailing = isBlock ? undefined : TRAILING.exec(line.replaceAll(STRINGS, ''))?.[1];
    let text = lineComment ?? trailing;
    if (isBlock) {
      text = line.slice(opened?.length ?? 0).replace(/^\s*\*(?!\/) ?/, '');
      isInBlock = !text.includes('*/');
      text = text.replace(/\*\/.*$/, '');
    }
    if (text?.trim().startsWith('```')) isInExample = !isInExample;
    const isProse = text !== undefined && text.trim() !== '' && !/^\s*(```|@)/.test(text);
    if (!isProse || isInExample) {
      end();
      if (!isBlock) isInExample = false;
      continue;
    }
    if (
      !current ||
      opened !== undefined ||
      (lineComment === undefined) !== current.isBlock ||
      /^\s*[-|] /.test(text)
    ) {
      current = { line: index + 1, text: '', isBlock: lineComment === undefined };
      paragraphs.push(current);
    }
    current.text = `${current.text} ${text.trim().replace(/^- /, '')}`.trim();
    if (trailing !== undefined || (isBlock && !isInBlock)) end();
  }
  return paragraphs;
}
