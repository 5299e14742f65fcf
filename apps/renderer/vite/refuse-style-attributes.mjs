import { relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * Fails the build for JSX with a `style` attribute: production's Content-Security-Policy makes the
 * browser ignore it. Does not find `createElement(name, { style })` or spread props.
 *
 * @returns {import('vite').Plugin}
 */
export function refuseStyleAttributes() {
  return {
    name: 'errata:refuse-style-attributes',
    enforce: 'pre',
    transform(code, id) {
      const file = id.replace(/\?.*$/, '');
      if (!/\.[jt]sx$/.test(file) || file.includes('/node_modules/') || !/\bstyle\b/.test(code))
        return;
      const found = findStyled(file, code).map(
        ({ element, start }) =>
          `  ${relative(ROOT, file)}:${code.slice(0, start).split('\n').length} <${element} style>`,
      );
      if (found.length > 0) {
        this.error(
          `The attribute "style" does nothing in production, where the Content-Security-Policy forbids it: use a class.\n${found.join('\n')}`,
        );
      }
    },
  };
}

function findStyled(file, code) {
  const found = [];
  new Visitor({
    JSXOpeningElement({ name, attributes }) {
      const style = attributes.find((each) => each.name?.name === 'style');
      if (style) {
        found.push({ element: code.slice(name.start, name.end), start: style.start });
      }
    },
  }).visit(parseSync(file, code).program);
  return found;
}
