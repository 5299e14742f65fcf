/**
 * Programs that specs and proofs use beside Node.js and PostgreSQL.
 *
 * @typedef {object} Tool
 * @property {string} title
 * @property {string} [variable] of the environment, which names the program and takes precedence
 * @property {readonly string[]} names on the PATH
 * @property {readonly string[]} [paths] elsewhere
 * @property {readonly string[]} packages of Debian
 * @property {boolean} [isInstalled] where the user may install packages, instead of unpacking them
 * @property {string} [folder] of the unpacked packages, below the cache
 * @property {string} [program] path in that folder
 * @property {boolean} [isTried] the unpacked program goes when it does not print its version, as
 *   without a system library
 * @property {string} [missing] a line for a machine without it
 */

/** @type {Tool} */
export const firefox = {
  title: 'Firefox',
  variable: 'FIREFOX_PATH',
  names: ['firefox-esr', 'firefox'],
  paths: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  packages: ['firefox-esr'],
  isInstalled: true,
  folder: 'firefox',
  program: 'usr/lib/firefox-esr/firefox-esr',
  isTried: true,
  missing:
    'Firefox is not at hand: its tour is not played. Install one, or name it in FIREFOX_PATH.',
};

/**
 * Chromium's headless shell renders pages without browser windows, which is a third less work for
 * most specs. `CHROME_PATH` takes precedence over it. `chromium-common` holds its data and has to be
 * of the same version.
 *
 * @type {Tool}
 */
export const headlessShell = {
  title: 'Chromium’s headless shell',
  names: [],
  paths: ['/usr/lib/chromium/chromium-headless-shell'],
  packages: ['chromium-headless-shell', 'chromium-common'],
  folder: 'headless-shell',
  program: 'usr/lib/chromium/chromium-headless-shell',
  isTried: true,
};

/** Web servers that specs put before the relay. Installing one would start it on port 80. */
const proxy = (name, path) => ({
  title: name,
  names: [name],
  paths: [`/usr/sbin/${name}`],
  packages: [name],
  folder: `proxies/${name}`,
  program: path,
  missing: `${name} is not at hand: its lines of docs/tunnel.md and docs/proxy.md are not tried.`,
});

/** @type {Tool} */
export const nginx = proxy('nginx', 'usr/sbin/nginx');

/** @type {Tool} */
export const caddy = proxy('caddy', 'usr/bin/caddy');

/**
 * Traces system calls, from which specs read their order. Not every machine allows it.
 *
 * @type {Tool}
 */
export const strace = {
  title: 'strace',
  names: ['strace'],
  packages: ['strace'],
  isInstalled: true,
  missing: 'strace is not at hand: the order of system calls is not looked at.',
};
