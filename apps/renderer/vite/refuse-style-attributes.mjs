import { relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';

const ROOT = resolve(import.meta.dirname, '../../..');
const REASON =
  'The attribute "style" does nothing in production, where the Content-Security-Policy forbids it: use a class.';
const TITLE =
  'The title of the document is that of `head`: give @Page or @Layout `head: () => ({ title })`.';
/** A title in a drawing is a text of its own. */
const SVG = /^(?:svg|g|path|rect|circle|ellipse|line|poly\w+|text|use)$/;
/** Runs in views during development. Stands at the end of a file, so that no line moves. */
const CHECK = `
function __checkStyle(type, props, where) {
  if (typeof type === 'string' && props?.style != null)
    throw new Error(where + ' <' + type + ' style>: ' + ${JSON.stringify(REASON)});
  return props;
}`;

/**
 * Fails for a `<title>` outside of drawings, because the runtime sets the title of `head`. Fails for
 * JSX with a `style` attribute: production's Content-Security-Policy makes the browser ignore it. In development, `createElement` and spread props are checked when they render.
 *
 * @returns {import('vite').Plugin}
 */
export function refuseStyleAttributes() {
  let isServed = false;
  return {
    name: 'errata:refuse-style-attributes',
    enforce: 'pre',
    configResolved({ command }) {
      isServed = command === 'serve';
    },
    transform(code, id) {
      const file = id.replace(/\?.*$/, '');
      if (!/\.[jt]sx?$/.test(file) || file.includes('/node_modules/')) return undefined;
      const isStyled = /\.[jt]sx$/.test(file) && /\bstyle\b|<title\b/.test(code);
      const isChecked = isServed && /\bcreateElement\(|\{\s*\.\.\./.test(code);
      if (!isStyled && !isChecked) return undefined;
      const { styled, titles, checked } = findElements(file, code);
      const toPlace = (start) =>
        `${relative(ROOT, file)}:${code.slice(0, start).split('\n').length}`;
      if (styled.length > 0) {
        const found = styled.map(({ type, start }) => `  ${toPlace(start)} <${type} style>`);
        this.error(`${REASON}\n${found.join('\n')}`);
      }
      if (titles.length > 0)
        this.error(`${TITLE}\n${titles.map((start) => `  ${toPlace(start)} <title>`).join('\n')}`);
      if (!isServed || checked.length === 0) return undefined;
      return { code: insertChecks(code, checked, toPlace) + CHECK, map: null };
    },
  };
}

/** Finds `style` attributes, and props that may have a `style` when they are rendered. */
function findElements(file, code) {
  const styled = [];
  const titles = [];
  let around = 0;
  const checked = [];
  const toText = ({ start, end }) => code.slice(start, end);
  const isSvg = ({ openingElement: { name } }) => SVG.test(toText(name));
  new Visitor({
    JSXElement(element) {
      if (isSvg(element)) around += 1;
      else if (around === 0 && toText(element.openingElement.name) === 'title')
        titles.push(element.start);
    },
    'JSXElement:exit'(element) {
      if (isSvg(element)) around -= 1;
    },
    JSXOpeningElement({ name, attributes }) {
      const type = toText(name);
      for (const each of attributes) {
        if (each.name?.name === 'style') styled.push({ type, start: each.start });
        else if (each.type === 'JSXSpreadAttribute') checked.push(toSpread(type, each.argument));
      }
    },
    CallExpression({ callee, arguments: [type, props] }) {
      if (!/(?:^|\.)createElement$/.test(toText(callee)) || !props) return;
      if (/^(?:Literal|Identifier|MemberExpression)$/.test(type.type))
        checked.push({ type: toText(type), start: props.start, end: props.end });
    },
  }).visit(parseSync(file, code).program);
  return { styled, titles, checked };
}

function toSpread(name, { start, end }) {
  return { type: /^[a-z][^.]*$/.test(name) ? `'${name}'` : name, start, end };
}

function insertChecks(code, checked, toPlace) {
  const insertions = checked.flatMap(({ type, start, end }) => [
    { at: start, text: `__checkStyle(${type}, ` },
    { at: end, text: `, ${JSON.stringify(toPlace(start))})` },
  ]);
  let text = code;
  for (const { at, text: added } of insertions.toSorted((a, b) => b.at - a.at))
    text = text.slice(0, at) + added + text.slice(at);
  return text;
}
