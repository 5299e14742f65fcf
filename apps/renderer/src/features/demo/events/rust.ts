import { capital } from './demo-language.ts';
import type { DemoFault, DemoLanguage } from './demo-language.ts';

const SUFFIXES = ['', '_segment', '_query', '_lock', '_bytes', '_shard'];

const faults: readonly DemoFault[] = [
  {
    type: 'panic',
    say: ({ noun }) => `called \`Option::unwrap()\` on a \`None\` value: ${noun}`,
    code: ({ noun }) => [
      [`    let ${noun} = self.${noun}s.get(&id);`],
      `    let found = ${noun}.unwrap().score(query);`,
      ['    hits.push(found);'],
    ],
    level: 'fatal',
  },
  {
    type: 'io::Error',
    say: ({ noun }, random) =>
      `No space left on device (os error 28): /var/lib/search/${noun}/${random.hex(6)}`,
    code: () => [
      ['    let mut file = File::create(&path)?;'],
      '    file.write_all(&segment)?;',
      ['    file.sync_all()?;'],
    ],
  },
  {
    type: 'ParseError',
    say: (_, random) => `unexpected token at column ${1 + random.below(60)}`,
    code: ({ noun }) => [
      ['    let tokens = lex(text)?;'],
      `    let ${noun} = parse_expression(&tokens)?;`,
      ['    Ok(plan)'],
    ],
    level: 'info',
    isHandled: true,
  },
  {
    type: 'PoisonError',
    say: () => 'poisoned lock: another task failed inside',
    code: ({ noun }) => [
      [`    let ${noun}s = &self.${noun}s;`],
      `    let mut held = ${noun}s.write()?;`,
      ['    held.refresh();'],
    ],
    cause: { type: 'panic', message: 'index out of bounds: the len is 0 but the index is 0' },
  },
  {
    type: 'Utf8Error',
    say: (_, random) => `invalid utf-8 sequence of 1 bytes from index ${random.below(4000)}`,
    code: () => [
      ['    let raw = &block[range];'],
      '    let text = std::str::from_utf8(raw)?;',
      ['    analyse(text)'],
    ],
    level: 'warning',
  },
  {
    type: 'ShardUnavailable',
    say: ({ noun }, random) => `shard ${random.below(8)} of ${noun}s has no leader`,
    code: ({ noun }) => [
      [`    let leader = self.cluster.leader_of("${noun}s", shard);`],
      '    let leader = leader.ok_or(ShardUnavailable { shard })?;',
      ['    leader.ask(request).await'],
    ],
    isHandled: true,
  },
];

export const rust: DemoLanguage = {
  platform: 'native',
  sdk: { name: 'sentry.rust', version: '0.47.0' },
  faults,
  toFunction: ({ verb, noun }, fault) =>
    `search::${noun}::${capital(noun)}Index::${verb}${SUFFIXES[fault]}`,
  libraryFrames: [
    {
      function: 'tokio::runtime::task::harness::poll_future',
      filename: 'tokio/src/runtime/task/harness.rs',
      lineno: 531,
      in_app: false,
    },
    {
      function: 'axum::handler::Handler::call',
      filename: 'axum/src/handler/mod.rs',
      lineno: 244,
      in_app: false,
    },
  ],
  toPlace: ({ noun }) => ({ filename: `src/${noun}/index.rs` }),
  toContexts: () => ({ rust: { type: 'runtime', name: 'rustc', version: '1.95.0' } }),
  callers: ['search::http::ask', 'search::plan::run', 'search::plan::collect'],
};
