import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** The version that the specs send with: known to install. */
const SDK = `@sentry/node@${readPackage().devDependencies['@sentry/node']}`;

/**
 * What a newcomer needs once both services are up: where to look, what to paste, what to do next.
 *
 * @param {object} ready
 * @param {string} ready.name of the product that stands on the two services
 * @param {string} ready.url
 * @param {{ project: string, dsn: string }[]} [ready.projects] absent when the product has none
 * @param {string} [ready.setUpUrl] where somebody becomes its owner, while there is none
 * @param {string} ready.took
 * @param {string} ready.keptIn
 * @param {number} [ready.pid] of the process that watches over both, where SIGHUP updates it
 */
export function welcome({ name, url, projects = [], setUpUrl, took, keptIn, pid }) {
  return `
${name} is ready after ${took}:  ${url}
${
  setUpUrl
    ? `
Nobody owns it yet, and only this link lets anybody in. Become its owner:  ${setUpUrl}
`
    : ''
}${projects.length > 0 ? toFirstReport(projects) : ''}
Everything is kept in ${keptIn}. Ctrl-C stops ${name}${
    pid ? `;\nkill -HUP ${pid} updates and restarts it without refusing a report` : ''
  }.
`;
}

function toFirstReport([{ project, dsn }, ...others]) {
  return `
Send the errors of an application to the project "${project}":

  DSN  ${dsn}
${others.map((other) => `\n  ${describeOther(other.project)}:  ${other.dsn}`).join('')}

  import * as Sentry from '@sentry/node';
  Sentry.init({ dsn: '${dsn}' });
  Sentry.captureException(new Error('Hello, Errata'));

Next: npm install ${SDK} in a folder of your application, save these three lines there
as hello.mjs, and run node hello.mjs: the error appears on the page above within a few seconds.
Any other Sentry SDK takes the same DSN.`;
}

/** The console makes the project `errata` for its own errors. */
function describeOther(project) {
  return project === 'errata'
    ? 'Errors of Errata itself go to the project "errata"'
    : `The project "${project}" has another`;
}

function readPackage() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}
