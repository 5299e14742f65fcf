/**
 * Returns what a newcomer needs once both services are up: where to look, where applications
 * report, what to do next.
 *
 * @param {object} ready
 * @param {string} ready.name of the product that stands on the two services
 * @param {string} ready.url
 * @param {{ project: string, dsn: string }[]} [ready.projects] absent when the product has none
 * @param {string} [ready.setUpUrl] where somebody becomes the owner, while there is none
 * @param {string} [ready.refusal] why the relay refuses reports, while it does
 * @param {string} ready.took
 * @param {string} ready.keptIn
 * @param {number} [ready.pid] of the supervising process, which SIGHUP updates and restarts
 */
export function welcome({ name, url, projects = [], setUpUrl, refusal, took, keptIn, pid }) {
  return [
    `\n${name} is ready after ${took}:  ${url}`,
    ...(refusal ? [`Reports are refused. ${refusal} Settings, Operation says what to do.`] : []),
    ...(setUpUrl ? [toOwnership(setUpUrl, projects.length > 0)] : []),
    ...(projects.length > 0 ? [toReports(projects, setUpUrl ? undefined : url)] : []),
    `Everything is kept in ${keptIn}. Ctrl-C stops ${name}${
      pid ? `;\nkill -HUP ${pid} updates and restarts it without refusing a report` : ''
    }.\n`,
  ].join('\n\n');
}

function toOwnership(setUpUrl, hasProjects) {
  const next = hasProjects
    ? '\nThe page after that has the lines for your platform, and can send a first error.'
    : '';
  return `Nobody owns it yet, and only this link lets anybody in. Become its owner:  ${setUpUrl}${next}`;
}

function toReports([{ project, dsn }, ...others], url) {
  return [
    `Any Sentry SDK reports into the project "${project}" with this DSN:\n\n  DSN  ${dsn}`,
    ...(others.length > 0 ? [others.map(describeOther).join('\n')] : []),
    ...(url ? [`The lines for your platform:  ${url}/start`] : []),
  ].join('\n\n');
}

function describeOther({ project, dsn }) {
  const text =
    project === 'errata'
      ? 'Errors of Errata itself go to the project "errata"'
      : `The project "${project}" has another`;
  return `  ${text}:  ${dsn}`;
}
