import { capital } from './demo-language.ts';
import type { DemoFault, DemoLanguage } from './demo-language.ts';

const SUFFIXES = ['', 'Total', 'Page', 'Item', 'State', 'Later'];

const faults: readonly DemoFault[] = [
  {
    type: 'TypeError',
    say: () => "Cannot read properties of undefined (reading 'price')",
    code: ({ noun }) => [
      [`export function total(${noun}) {`, `  const { items } = ${noun};`],
      `  return items.reduce((sum, item) => sum + item.offer.price, 0);`,
      ['}', ''],
    ],
  },
  {
    type: 'TypeError',
    say: ({ noun }) => `${noun}.map is not a function`,
    code: ({ noun }) => [
      [`  const ${noun} = useQuery(['${noun}']).data;`, '  return ('],
      `    <ul>{${noun}.map((each) => <Row key={each.id} {...each} />)}</ul>`,
      ['  );', '}'],
    ],
  },
  {
    type: 'ApiError',
    say: ({ noun }, random) => `GET /api/${noun}s answered ${random.pick([500, 502, 503, 504])}`,
    code: ({ noun }) => [
      [`  const answer = await fetch(\`/api/${noun}s/\${id}\`);`],
      '  if (!answer.ok) throw new ApiError(answer);',
      [`  return toModel(await answer.json());`],
    ],
    isHandled: true,
    cause: { type: 'TypeError', message: 'Failed to fetch' },
  },
  {
    type: 'ChunkLoadError',
    say: ({ noun }, random) => `Loading chunk ${noun}-${random.hex(8)} failed.`,
    code: ({ noun }) => [
      ['const pages = {'],
      `  ${noun}: lazy(() => import('./pages/${noun}.js')),`,
      ['};'],
    ],
  },
  {
    type: 'QuotaExceededError',
    say: ({ noun }) => `Failed to execute 'setItem' on 'Storage': '${noun}' exceeded the quota.`,
    code: ({ noun }) => [
      [`export function remember(${noun}) {`],
      `  localStorage.setItem('${noun}', JSON.stringify(${noun}));`,
      ['}'],
    ],
    level: 'warning',
    isHandled: true,
  },
  {
    type: 'RangeError',
    say: () => 'Invalid time value',
    code: ({ noun }) => [
      [`  const { shippedAt } = ${noun};`],
      '  return new Date(shippedAt).toISOString().slice(0, 10);',
      ['}'],
    ],
  },
];

export const javascript: DemoLanguage = {
  platform: 'javascript',
  sdk: { name: 'sentry.javascript.react', version: '11.12.0' },
  faults,
  toFunction: ({ verb, noun }, fault) => `${verb}${capital(noun)}${SUFFIXES[fault]}`,
  libraryFrames: [
    {
      function: 'performWork',
      filename: 'https://shop.example/assets/react-dom.js',
      lineno: 7012,
      in_app: false,
    },
    {
      function: 'renderWithHooks',
      filename: 'https://shop.example/assets/react-dom.js',
      lineno: 3311,
      in_app: false,
    },
  ],
  toPlace: ({ noun }) => ({ filename: `https://shop.example/src/${noun}/${noun}.tsx` }),
  toContexts: () => ({ react: { version: '19.3.1' } }),
  callers: ['App', 'Layout', 'onClick'],
};
