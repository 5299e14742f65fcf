// Proves that a command starts a working Errata: `node scripts/smoke-test.mjs <command>`. A release
// tries each image with it, and `node scripts/smoke-test.mjs node scripts/start.mjs` tries the
// checkout. DATA_DIR has to be empty.
import './support/require-node.mjs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, runCommand } from './support/failure.mjs';
import { Program } from './support/program.mjs';
import { root } from './support/root.mjs';
import { runNode } from './support/run.mjs';
import { until } from './support/until.mjs';

/** Long enough for a checkout that installs and builds first. */
const START_MS = 600_000;
const RECORDED_MS = 30_000;
const STOP_MS = 60_000;

await runCommand(async () => {
  const command = process.argv.slice(2);
  if (command.length === 0) throw new Failure('Name the command that starts Errata.');
  const message = `Smoke test ${randomUUID()}`;
  await tryOut(command, async ({ dsn, link }) => {
    await sendError(dsn, message);
    await waitForIssue(link, message);
    console.log('The error of a real SDK has become an issue.');
  });
  await tryOut(command, async ({ link }) => {
    await waitForIssue(link, message);
    console.log('The issue is still there after a restart.');
  });
});

/**
 * Starts Errata, waits until it takes reports, runs the trial and stops Errata by SIGTERM. Failures
 * carry Errata's output.
 */
async function tryOut(command, trial) {
  const errata = new Program(command);
  let how;
  const ended = errata.untilEnded().then(
    (ending) => (how = ending),
    ({ message }) => (how = message),
  );
  try {
    const started = await until('the start', () => readStart(errata.printed, how), {
      withinMs: START_MS,
    });
    const health = await fetch(new URL('health/intake', started.link));
    if (!health.ok) throw new Failure(`/health/intake answers ${health.status}.`);
    await trial(started);
  } catch (error) {
    await stop(errata, ended);
    if (error instanceof Failure) throw new Failure(error.message, errata.printed + error.output);
    throw error;
  }
  await stop(errata, ended);
  if (how !== 0) {
    throw new Failure(`The command did not end well after SIGTERM (${how}).`, errata.printed);
  }
}

/** SIGTERM comes first, because a container outlives a docker client that is killed. */
async function stop(errata, ended) {
  errata.signal('SIGTERM');
  await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })]);
  errata.signal('SIGKILL');
  await ended;
}

/**
 * Returns the DSN and the owner's link from Errata's output, or undefined while the DSN is not
 * printed. The link is printed before the DSN; when it is missing, Errata has an owner.
 */
function readStart(output, how) {
  if (how !== undefined) throw new Failure(`The command ended while Errata started (${how}).`);
  const [, dsn] = /^ +DSN +(\S+)\n/m.exec(output) ?? [];
  if (!dsn) return undefined;
  const [link] = /http\S+\/setup\?token=[\w-]+/.exec(output) ?? [];
  if (!link) throw new Failure('Somebody owns this Errata already: use an empty DATA_DIR.');
  return { dsn, link };
}

async function sendError(dsn, message) {
  const env = { ...process.env, DSN: dsn };
  const { code, output } = await runNode([join(root, 'scripts', 'send-error.mjs'), message], {
    env,
  });
  if (code !== 0) throw new Failure('The SDK could not send its error.', output);
}

async function waitForIssue(link, message) {
  const opened = await fetch(link);
  const cookies = opened.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const headers = { cookie: cookies.join('; ') };
  const isShown = async () => {
    const page = await fetch(new URL('issues', link), { headers });
    return page.ok && (await page.text()).includes(message);
  };
  await until(`the issue “${message}”`, isShown, { withinMs: RECORDED_MS, everyMs: 100 });
}
