const SOURCES = 'apps/renderer/src';

/**
 * Returns one line, with the view's name and file, for each disagreement about views.
 *
 * @param {object} views
 * @param {readonly string[]} views.built names of the views that have a file
 * @param {readonly string[]} views.declared names that the renderer's classes show, once all are
 *   loaded
 * @param {readonly import('./read-view-uses.mjs').ViewUse[]} views.uses what its sources say
 * @param {readonly { name: string, props: string | undefined, isFunction: boolean }[]} views.views which props the views of
 *   pages and layouts take
 * @returns {string[]}
 */
export function findViewProblems({ built, declared, uses, views }) {
  return [
    ...uses.flatMap((use) => toDisagreement(use, views)),
    ...declared.filter((name) => !built.includes(name)).map((name) => toMissing(name, uses)),
    ...built.filter((name) => !declared.includes(name)).map((name) => toUnused(name, uses)),
    ...built.filter((name, at) => built.indexOf(name) < at).map(toDoubled),
  ];
}

function toDisagreement({ call, file, line, name, props }, views) {
  const place = `${file}:${line}`;
  if (name === undefined) return [`${place}: ${call} has to name its view by a string.`];
  if (call.includes('Part')) {
    if (name === props) return [];
    return [
      `${place}: ${call} has the props of the view ${props} (${toFile(props)}), but names ${name} (${toFile(name)}). Both must be one view.`,
    ];
  }
  const view = views.find((each) => each.name === name);
  if (view?.isFunction === false) {
    return [
      `${place}: ${toFile(name)} has to declare its component as a function, whose type can be read.`,
    ];
  }
  const isPlain = props === 'OutcomeProps' && view?.props === undefined;
  if (!view || isPlain || toLine(view.props) === toLine(props)) return [];
  return [
    `${place}: ${call} shows ${name} with ${toLine(props)}, but ${toFile(name)} takes ${toLine(view.props)}. Both must name one type, as PropsOf<IssueController['show']>.`,
  ];
}

function toLine(type = 'no props') {
  return type.replaceAll(/\s+/g, ' ').replaceAll(/(?<=[<([]) /g, '');
}

function toMissing(name, uses) {
  const places = placesOf(name, uses);
  const who = places === '' ? 'is shown' : `is shown by ${places}`;
  return `The view ${name} ${who}, and there is no ${toFile(name)} that the build finds.`;
}

function toUnused(name, uses) {
  const places = placesOf(name, uses);
  const why =
    places === '' ? 'no decorator names it' : `${places} names it, but no module imports that file`;
  return `Nothing shows the view ${name} (${toFile(name)}): ${why}.`;
}

function toDoubled(name) {
  return `Two files are the view ${name} (${toFile(name)}): capabilities of two wings have one name.`;
}

function placesOf(name, uses) {
  return uses
    .filter((use) => use.name === name)
    .map(({ file, line }) => `${file}:${line}`)
    .join(', ');
}

function toFile(name) {
  const [folder, view] = name.split('/');
  const parent = folder === 'rendering' ? '' : 'features/**/';
  return `${SOURCES}/${parent}${folder}/views/${view}.tsx`;
}
