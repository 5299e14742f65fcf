import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { LITTLE_TEXT } from '../server-bundle.ts';
import { BROWSER_CODE, BROWSER_LIBS, BROWSER_PACKAGES } from './browser-code.mjs';
import { rendering } from './vite/rendering.mjs';
import { earlyGroup, waitingGroup } from './vite/waiting-code.mjs';

const { ERRATA_FEATURES_FOLDER, ERRATA_VIEWS_FOLDER } = process.env;
const OF_SPECS = '^apps/renderer/test/.+/(?:views|browser)/';

const RUNTIME =
  /\/client-runtime\/src\/(?:react\/(?!use-blocker|leave-dialog|ask-to-sign-in|challenge-dialog)|address\/(?:destination|opens-elsewhere)|actions\/action-address)|\/shared\/src\/page-protocol\/address\/to\.ts$/;
const DESIGN =
  /\/renderer\/src\/ui\/(?!live\b|charts\/(?:bar|line|stack|time)|files\/|filter-bar\/|find-form|to-href|json-value|code-region|disclosure|facts|section\b|settings\/|steps\/|confirm|flash-message|navigation-status|notice\b|passkeys\/|press-control|shown-once|single-key|shell-command|snippet-block|three-lines|newest-older|link-to-send|invitation-line|menu-link|time\/(?:format-offset|moment)|forms\/(?:check|form-of|noted-form|submission-note|text-area))/;
const MAIN = /\/rendering\/views\/main-landmark/;
const WORDS =
  /\/views\/(?:certain-words|state-words|keys\/use-keys)\.ts$|\/shared\/src\/format-percent/;
const isCore = (id: string): boolean =>
  !id.includes('.waiting.') && [RUNTIME, DESIGN, MAIN, WORDS].some((each) => each.test(id));

// Code of views is shared by many pages, apart from the files that these patterns leave out.
const COMMON =
  /\/renderer\/src\/(?:ui|rendering)\/(?!section-list|charts\/stacked-bars|passkeys\/)|\/use-blocker|\/shown-type/;
// Capabilities' pieces of the issue's page that stand on other pages, too.
const ISSUE =
  /\/(?:code-colours\/views\/coloured-code|issue-tags\/views\/tag(?:-values)?|crons\/views\/drawn-strip)\.tsx?$/;
// A few pages share these files.
const SELDOM =
  /\/ui\/(?:find-form|newest-older|link-to-send|invitation-line|shown-once|settings\/(?:project-choice|danger)|charts\/line-chart)|\/(?:accounts\/rules\/roles|format-bytes)\.ts$/;
const isCommon = (id: string): boolean =>
  !SELDOM.test(id) && [COMMON, ISSUE].some((each) => each.test(id));

// A small file costs a request and some 1,000 bytes of headers, which is more than the unused code
// that a page loads with these groups.
const GROUPS = [
  waitingGroup(/\/(?:issue|issue-list)\.page\.tsx$|\.layout\.tsx$/),
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|scheduler)\//,
  },
  // Code that the entry and most views share. One chunk per file would cost 2 kB more.
  { name: 'core', test: isCore },
  // The parts of the product that start when the browser is idle are one file.
  {
    name: 'when-idle',
    test: /\/features\/.+\/browser\/.+\.ts$|\/ui\/(?:press-control|single-key|to-href)|\/views\/(?:list-boxes|keys\/(?!use-keys))|\/shared\/src\/(?:mask-tokens|monitoring-options)|\/node_modules\/@sentry/,
    includeDependenciesRecursively: false,
  },
  // The browser loads these files when it is idle, or soon after that on nearly every page.
  {
    name: 'late-part',
    test: /\/client-runtime\/src\/(?:late-part|live\/live-part|history\/out-of-sight|actions\/renewal)|\/browser\/view-table/,
  },
  {
    name: 'triage',
    test: /\/views\/triage-bar/,
  },
  { name: 'filter', test: /\/ui\/filter-bar\/filter-bar|\/views\/search-advice/ },
  // The other files wait, or belong to pages that people open less often.
  earlyGroup('issue', /\/issue\.page\.tsx$/, (id) => isCommon(id) && !id.includes('use-blocker')),
  { name: 'common', test: isCommon, minShareCount: 2 },
  { name: 'few', test: SELDOM, minShareCount: 2 },
  // The views that pages of one capability share are one file.
  {
    name: (id: string) => /\/([^/]+)\/views\/(?!.+\.(?:page|layout)\.tsx$)/.exec(id)?.[1] ?? null,
    minShareCount: 2,
  },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    rendering({
      root: import.meta.dirname,
      outFolder: ERRATA_VIEWS_FOLDER ?? '../../dist/apps/renderer',
      features: ERRATA_FEATURES_FOLDER ?? 'src/features',
      browserCode: {
        code: [...BROWSER_CODE, OF_SPECS],
        libraries: [BROWSER_LIBS],
        packages: BROWSER_PACKAGES,
      },
    }),
    react(),
    tailwindcss(),
    ...(isSsrBuild
      ? []
      : [compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 512 })]),
  ],
  build: {
    // These browsers support `light-dark()`. The compiled fallback for older browsers does not follow
    // the theme that a visitor chooses.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    rollupOptions: {
      output: isSsrBuild ? LITTLE_TEXT : { codeSplitting: { groups: GROUPS } },
    },
  },
}));
